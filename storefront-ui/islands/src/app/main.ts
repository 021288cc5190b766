// In the file that every page loads: nearly all islands show messages.
import "@/shared/text/messages";
import { boot } from "./boot";

void boot();
