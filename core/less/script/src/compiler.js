/*!
 * Less 4.9.1, Copyright (c) 2009 Alexis Sellier and the core Less team, Apache License 2.0
 * copy-anything and is-what, Copyright (c) 2018 Luca Ban - Mesqueeb, MIT License
 * parse-node-version, Copyright (c) 2018 Blaine Bublitz and Eric Schoffstall, MIT License
 *
 * MIT License
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy
 * of this software and associated documentation files (the "Software"), to deal
 * in the Software without restriction, including without limitation the rights
 * to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
 * copies of the Software, and to permit persons to whom the Software is
 * furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all
 * copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
 * IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
 * FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
 * AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
 * LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
 * SOFTWARE.
 */
/**
 * The LESS compiler as one script for an engine that has neither files nor network. The host defines the
 * global `host` and calls the functions of `stylesheets`; arguments and results are JSON texts.
 *
 * @typedef {object} Host
 * @property {(path: string) => string | undefined} text A file of the theme as text.
 * @property {(path: string) => string | undefined} base64 A file of the theme as base64.
 * @property {(path: string) => string} mime Media type by file extension.
 *
 * @typedef {object} Task
 * @property {string} mark A text that is in no file of the theme.
 * @property {{ path: string, asWritten: boolean }[]} sheets Style sheets in order.
 */
import "./anchored.js";

import AbstractFileManager from "less/lib/less/environment/abstract-file-manager.js";
import createLess from "less/lib/less/index.js";

import { keepSlashes } from "./slashes.js";

/** @type {{ host: Host }} */
const { host } = globalThis;
/**
 * Folder of style sheets: references without a leading slash that are not found beside the sheet are resolved from
 * here.
 */
const FOLDER = "styles/";
/** Math mode: everything is calculated, as in the LESS version that themes of the original form are written for. */
const ALWAYS = 0;
/** Thrown by the engine if it has memory left for it; else it throws null. */
const OUT_OF_MEMORY = "out of memory";
/** Message of the compiler about inline JavaScript. */
const INLINE_SCRIPT = /inline javascript is not enabled/i;

/** @type {Task} */
let task = { mark: "", sheets: [] };
/** What is being processed: the position when a run is terminated. */
let latest;
/** The `@import` that is being resolved. */
let importing;
/** Imports of files on other hosts. */
const leftOut = [];

/** The path of a file relative to the theme; undefined if it is outside. */
function inside(path, folder) {
  const parts = [];
  for (const part of (path.startsWith("/") ? path : folder + path).split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") {
      parts.push(part);
    }
  }
  return parts.join("/");
}

class ThemeFiles extends AbstractFileManager {
  supports() {
    return true;
  }

  supportsSync() {
    return true;
  }

  loadFileSync(written, folder, context) {
    if (written.startsWith(task.mark)) {
      const { path } = task.sheets[Number(written.slice(task.mark.length))];
      latest = { filename: path, index: 0 };
      return { filename: path, contents: host.text(path) ?? "" };
    }
    if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(written)) {
      leftOut.push({ address: written, node: importing });
      return { filename: written, contents: "" };
    }
    const name = context.ext ? this.tryAppendExtension(written, context.ext) : written;
    for (const from of [folder ?? "", FOLDER, ""]) {
      const path = inside(name, from);
      if (path === undefined) continue;
      // Images are requested raw; `data-uri` gets their path, and encodes them as needed.
      const contents = host.text(path) ?? (context.rawBuffer && host.base64(path) !== undefined ? path : undefined);
      if (contents === undefined) continue;
      if (context.rawBuffer) return { filename: path, contents: new Picture(path, contents) };
      latest = { filename: path, index: 0 };
      return { filename: path, contents };
    }
    return { type: "File", message: `There is no file '${written}' in the theme.` };
  }
}

/** A file requested by `data-uri`: its text directly, its bytes through `encodeBase64`. */
class Picture {
  constructor(path, text) {
    this.path = path;
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

class NoPlugins {
  loadPluginSync() {
    return { type: "Plugin", message: "'@plugin' is not run; style sheets run no scripts." };
  }
}

const environment = {
  encodeBase64: (picture) => host.base64(picture.path) ?? "",
  mimeLookup: (path) => host.mime(path),
  charsetLookup: (mime) => (/^text\/|[/+](json|xml)$/.test(mime) ? "UTF-8" : undefined),
};
const less = createLess(environment, [new ThemeFiles()], "4.9.1");
less.PluginLoader = NoPlugins;
// Errors have no stack: the engine rejects an empty one, and the compiler would read script positions from it.
Object.defineProperty(less.LessError.prototype, "stack", { get: () => undefined, set: () => {} });
keepSlashes(less.tree);

/** Records what is being processed, in case the run is terminated. */
function watched(type, method, place) {
  const own = type.prototype[method];
  type.prototype[method] = function (...given) {
    const node = place(this, given);
    if (node !== undefined) latest = node;
    return own.apply(this, given);
  };
}

const { Extend, Import, Media, Ruleset } = less.tree;
watched(less.tree.mixin.Call, "eval", (call) => call);
watched(Extend, "findSelfSelectors", (extend) => extend);
watched(Media, "eval", (media) => media);
watched(Ruleset, "eval", (rules) => (rules.selectors ?? [])[0]);
watched(Ruleset, "joinSelectors", (_, [, , selectors]) => (selectors ?? [])[0]);

// Mixin calls rethrow errors without messages that are not enumerable properties.
const evalCall = less.tree.mixin.Definition.prototype.evalCall;
less.tree.mixin.Definition.prototype.evalCall = function (...given) {
  try {
    return evalCall.apply(this, given);
  } catch (error) {
    if (error === null) throw { message: OUT_OF_MEMORY };
    throw error instanceof Error ? { ...error, message: error.message } : error;
  }
};

const forImport = Import.prototype.evalForImport;
Import.prototype.evalForImport = function (context) {
  importing = this;
  return forImport.call(this, context);
};

/** 1-based line and column of a position. */
function placeOf(filename, index) {
  const text = less.importManager?.contents[filename];
  if (text === undefined || host.text(filename) === undefined) return {};
  const before = text.slice(0, index).split("\n");
  return { file: filename, line: before.length, column: before[before.length - 1].length + 1 };
}

/** The position of a node of a style sheet. */
function placeOfNode(node) {
  return placeOf(node.fileInfo().filename, node.getIndex());
}

function told(error) {
  const message = INLINE_SCRIPT.test(error.message)
    ? "A script between backticks is not run; style sheets run no scripts."
    : String(error.message);
  return { message, ...(error.index === undefined ? {} : placeOf(error.filename, error.index)) };
}

globalThis.stylesheets = {
  /** The style sheets as CSS, each after its mark. */
  compile(json) {
    task = JSON.parse(json);
    const root = task.sheets.map(
      ({ asWritten }, index) =>
        `/*!${task.mark}${index}*/\n@import (${asWritten ? "inline" : "less"}) "${task.mark}${index}";\n`,
    );
    const options = { filename: FOLDER + task.mark, syncImport: true, math: ALWAYS, javascriptEnabled: false };
    let result = { message: "The compiler gave no answer." };
    less.render(root.join(""), options, (error, output) => {
      result = error
        ? told(error)
        : { css: output.css, leftOut: leftOut.map(({ address, node }) => ({ address, ...placeOfNode(node) })) };
    });
    return JSON.stringify(result);
  },

  /** The position at which a run was terminated. */
  whereabouts() {
    if (latest === undefined) return "{}";
    const place = typeof latest.fileInfo === "function" ? placeOfNode(latest) : placeOf(latest.filename, latest.index);
    return JSON.stringify(place);
  },
};
