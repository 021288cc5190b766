// What is written into the chat.

/** The longest message that every service takes. */
const LONGEST = 1900;
const LONGEST_ANSWER = 500;

/** The message about an event, or undefined for one that is not wanted. `say` gives a text of the plugin by its key. */
export function message(event, settings, say) {
  const payload = JSON.parse(event.payload) ?? {};
  switch (event.topic) {
    case "form.submitted":
      return isChosen(settings.forms, payload.formName) ? submission(payload, say) : undefined;
    case "order.placed":
      return settings.orders === true ? order(payload, say) : undefined;
    default:
      return undefined;
  }
}

/** No choice means all forms; names are separated by commas. */
function isChosen(forms, name) {
  const names = String(forms ?? "").split(",");
  const chosen = names.map((entry) => entry.trim().toLowerCase()).filter(Boolean);
  return (
    chosen.length === 0 ||
    chosen.includes(
      String(name ?? "")
        .trim()
        .toLowerCase(),
    )
  );
}

function submission(payload, say) {
  const answers = Array.isArray(payload.answers) ? payload.answers : [];
  const lines = answers
    .filter((answer) => String(answer?.value ?? "").trim() !== "")
    .map((answer) => [String(answer.label ?? ""), shorten(String(answer.value), LONGEST_ANSWER)]);
  return { title: say("submitted", { form: String(payload.formName ?? "") }), lines };
}

function order(payload, say) {
  const lines = (Array.isArray(payload.lines) ? payload.lines : []).map((line) => [
    String(line?.quantity ?? ""),
    String(line?.name ?? ""),
  ]);
  const number = String(payload.number ?? "");
  return { title: say(payload.test === true ? "test-order" : "order", { number }), lines };
}

/** The body of a request to a service. Nothing that visitors type calls people or makes links. */
export function body(service, { title, lines }) {
  if (service === "discord") {
    const plain = (text) => text.replace(/[\\*_~`|>#[\]()@<]/g, (mark) => `\\${mark}`);
    const content = lines.map(([label, value]) => `**${plain(label)}** ${plain(value)}`);
    return { content: shorten([plain(title), ...content].join("\n"), LONGEST), allowed_mentions: { parse: [] } };
  }
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  // A full-width sign in place of those that format.
  const plain = (text) =>
    text
      .replace(/[&<>]/g, (mark) => entities[mark])
      .replaceAll("*", "∗")
      .replaceAll("@", "@\u200b");
  const content = lines.map(([label, value]) => `*${plain(label)}* ${plain(value)}`);
  return { text: shorten([plain(title), ...content].join("\n"), LONGEST) };
}

function shorten(text, longest) {
  const letters = Array.from(text.trim());
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : letters.join("");
}
