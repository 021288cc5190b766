// Counts down by the second in place of what the server has drawn, or by the minute for visitors who want less motion.

const UNITS = [
  ["days", 86_400],
  ["hours", 3_600],
  ["minutes", 60],
  ["seconds", 1],
];

const { root, data, reducedMotion } = await stoa.block;
const list = root.querySelector(".stoa-countdown__parts");
const units = reducedMotion ? UNITS.slice(0, -1) : UNITS;
const numbers = new Map();

/** A part of the countdown: a number and its label. */
function part(unit) {
  const [box, number, label] = [1, 2, 3].map(() => document.createElement("span"));
  box.className = "stoa-countdown__part";
  number.className = "stoa-countdown__number";
  label.textContent = data.labels[unit];
  box.append(number, " ", label);
  numbers.set(unit, number);
  return box;
}

function finish() {
  const words = document.createElement("p");
  words.textContent = data.finished;
  root.querySelector(".stoa-countdown").replaceChildren(...(data.finished ? [words] : []));
}

function tick() {
  let left = Math.ceil((data.until - Date.now()) / 1000);
  if (left <= 0) {
    finish();
    return;
  }
  for (const [unit, seconds] of units) {
    numbers.get(unit).textContent = String(Math.floor(left / seconds));
    left %= seconds;
  }
  // When the next second begins.
  setTimeout(tick, ((data.until - Date.now()) % 1000) + 5);
}

if (list) {
  list.replaceChildren(...units.map(([unit]) => part(unit)));
  tick();
}
