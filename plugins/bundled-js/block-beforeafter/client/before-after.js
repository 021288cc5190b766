// Moves the edge between the pictures with mouse, finger or arrow keys, in place of the box that is resized.

const { root, data } = await stoa.block;
const pictures = root.querySelector(".stoa-compare__pictures");
const before = root.querySelector(".stoa-compare__picture--before");

const slider = document.createElement("input");
Object.assign(slider, { type: "range", min: "0", max: "100", value: "50", className: "stoa-compare__slider" });
slider.setAttribute("aria-label", data.label);
slider.addEventListener("input", () => (before.style.inlineSize = `${slider.value}%`));
pictures.classList.add("stoa-compare__pictures--live");
pictures.append(slider);
