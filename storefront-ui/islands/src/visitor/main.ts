import { start } from "./start";

start(document.currentScript ?? document.getElementById("stoa-visitor"));
