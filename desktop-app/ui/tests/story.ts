/**
 * The story that every window must tell, whatever stands behind it: a scripted host in a browser,
 * or the app with a server of its own.
 */

import assert from "node:assert/strict";

import { Key } from "selenium-webdriver";

import type { Page } from "./page.ts";

/** What is different from window to window. */
export interface World {
  /** What the person types to reach the server. */
  target: string;
  /** The version of the protocol that the server speaks. */
  protocol: string;
  /** The sentence of every language of Hostline for a target that is not there. */
  missing: { target: string; sentence: string };
  /** The sentence of every language of Hostline for the tool that answers with an error. */
  failed: string;
  /** Waits until the server has heard that its call was cancelled. */
  cancelled(): Promise<void>;
  /** Waits until the address was opened in the browser of the person. */
  opened(address: string): Promise<void>;
  /** Ends the server from outside. */
  kill(): void;
  /** Waits until the server has ended. */
  ended(): Promise<void>;
}

export interface Step {
  /** What is true, as a sentence. */
  name: string;
  run(page: Page, world: World): Promise<void>;
}

const HOSTILE = '<img src=x onerror="document.title=1"><b>bold</b> txt.⟦U+202E⟧exe ␛[2J';

async function accessible(page: Page): Promise<void> {
  assert.deepEqual(await page.audit(), []);
}

async function call(page: Page, title: string): Promise<void> {
  await page.press(title);
  await page.press("Call");
}

export const story: Step[] = [
  {
    name: "the focus begins where the server is typed",
    async run(page) {
      await page.see("Connect to a server");
      assert.equal(await page.focus(), "Server");
      await accessible(page);
      await page.picture("01-start");
    },
  },
  {
    name: "a server that is not there is said in the sentence of every language",
    async run(page, { missing }) {
      await page.keys(missing.target, Key.ENTER);
      await page.see(missing.sentence);
      await accessible(page);
      await page.picture("02-not-there");
    },
  },
  {
    name: "connecting shows the server and its tools",
    async run(page, { target, protocol }) {
      await page.fill("Server", target);
      await page.press("Connect");
      for (const shown of [
        "The scripted server",
        `Protocol ${protocol}`,
        "Add two numbers",
        "Take some time",
        "Ask the person",
        "Say something hostile",
      ]) {
        await page.see(shown);
      }
      await page.see("Left out: Tool 8");
      await accessible(page);
      await page.picture("03-connected");
    },
  },
  {
    name: "a tool shows what it takes and begins with what it needs",
    async run(page) {
      await page.see("changes nothing");
      await page.see('"a": 0');
      await page.press("Reload");
      await page.see('"b": 0');
    },
  },
  {
    name: "a call gives its result, by the keyboard alone",
    async run(page) {
      await page.fill("Arguments", '{"a": 2, "b": 40}');
      await page.control(Key.ENTER);
      await page.see('"sum": 42');
      await page.picture("04-result");
    },
  },
  {
    name: "a call tells how far it is",
    async run(page) {
      await call(page, "Take some time");
      await page.see("of 4: ");
      assert.equal(await page.count("progress[value]"), 1);
      await accessible(page);
      await page.picture("05-progress");
      await page.see("The box holds seven parts.");
    },
  },
  {
    name: "a question takes the focus but fills nothing in and agrees to nothing",
    async run(page) {
      await call(page, "Ask the person");
      await page.see("Where do you want to go?");
      assert.equal(await page.focus(), "Answer a question");
      await page.keys(" ", Key.ENTER);
      assert.equal(await page.dialog(), true);
      assert.equal(await (await page.field("City")).getAttribute("value"), "");
      await accessible(page);
      await page.picture("06-question");
    },
  },
  {
    name: "an answer that does not fit is not sent, and says where",
    async run(page) {
      await page.press("Send answer");
      await page.see("an answer is needed");
      assert.equal(await (await page.field("City")).getAttribute("aria-invalid"), "true");
      await page.until("lead there", async () => (await page.focus()).startsWith("City"));
      await page.picture("07-problem");
    },
  },
  {
    name: "the answer reaches the server, and the focus goes back",
    async run(page) {
      await page.fill("City", "Lisbon");
      await page.keys(Key.ENTER);
      await page.see("The next train to Lisbon leaves at noon.");
      assert.equal(await page.dialog(), false);
      await page.until("give the focus back", async () => (await page.focus()) === "Call");
    },
  },
  {
    name: "Escape puts a question off",
    async run(page) {
      await page.press("Call");
      await page.see("Where do you want to go?");
      await page.keys(Key.ESCAPE);
      await page.gone("Where do you want to go?");
    },
  },
  {
    name: "an address is shown in full with its dangers, and opened only when the person agrees",
    async run(page, { opened }) {
      await call(page, "Show a page");
      await page.see("http://bank.example@trips.example/sign-in?trip=7");
      await page.see("The site is trips.example.");
      await page.see("The part in front of the @ is not the site that will open.");
      await accessible(page);
      await page.picture("08-page");
      await page.press("Open in browser");
      await page.see("You have seen the page.");
      await opened("http://bank.example@trips.example/sign-in?trip=7");
    },
  },
  {
    name: "a call that is cancelled ends here and at the server",
    async run(page, { cancelled }) {
      await call(page, "Never end");
      await page.see("1 of 4: opening the box");
      await page.press("Cancel");
      await page.see("the call was cancelled");
      await cancelled();
      await page.picture("09-cancelled");
    },
  },
  {
    name: "an error of the server is said in the sentence of every language",
    async run(page, { failed }) {
      await call(page, "Fail");
      await page.see(failed);
      await accessible(page);
      await page.picture("10-error");
    },
  },
  {
    name: "what a server says is text and never markup, and nothing in it hides",
    async run(page) {
      await call(page, "Say something hostile");
      await page.see("Result");
      await page.see(HOSTILE);
      assert.equal(await page.count("img, #root b"), 0);
      assert.equal(await page.driver.getTitle(), "Hostline");
      await page.picture("11-hostile");
    },
  },
  {
    name: "disconnecting ends the server and leads back to the beginning",
    async run(page, { ended }) {
      await page.press("Disconnect");
      await page.see("Connect to a server");
      await ended();
    },
  },
];
