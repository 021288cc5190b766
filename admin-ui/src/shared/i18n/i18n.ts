import { setupI18n } from "@lingui/core";

/** The texts of the admin. Until a catalogue is loaded they are the English ones, which are part of the code. */
export const i18n = setupI18n({ locale: "en", messages: { en: {} } });
// All messages with arguments are compiled when the admin is built.
i18n.setMessagesCompiler((message) => [message]);
