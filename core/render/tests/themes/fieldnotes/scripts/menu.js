const button = document.querySelector(".masthead__menu");
const menu = document.getElementById("menu");
if (button && menu) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    menu.toggleAttribute("data-open", open);
  });
}
