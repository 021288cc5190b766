// Loads the page again when a file of the theme was saved.
const events = new EventSource("/-/events");
events.addEventListener("change", () => location.reload());

const errors = document.querySelector(".stoa-theme-errors[role=alertdialog]");
const close = () => errors?.remove();
document.querySelector("[data-stoa-theme-close]")?.addEventListener("click", close);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});
document.querySelector("[data-stoa-theme-close]")?.focus();
