/** A window as a person uses it: by the names of things, by the keyboard, and by what is seen. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { By, Key, type WebDriver, type WebElement } from "selenium-webdriver";

/** How long anything may take to appear. */
const SOON = 10_000;

/** Ends when what is in the page now has been drawn. */
const DRAWN = `
  const done = arguments[arguments.length - 1];
  requestAnimationFrame(() => requestAnimationFrame(done));`;

/** How a window is made to look another way. */
type Looks = Record<string, (driver: WebDriver) => Promise<void>>;

export class Page {
  readonly driver: WebDriver;
  readonly #screens: string;
  readonly #looks: Looks;

  /** Pictures are taken once for each look, into the folder `screens`. */
  constructor(driver: WebDriver, screens: string, looks: Looks) {
    this.driver = driver;
    this.#screens = screens;
    this.#looks = looks;
    mkdirSync(screens, { recursive: true });
  }

  /** Waits until there is a text, wherever it stands. */
  async see(text: string): Promise<void> {
    await this.until(`see “${text}”`, async () => (await this.text()).includes(text));
  }

  /** Waits until a text is gone. */
  async gone(text: string): Promise<void> {
    await this.until(`no longer see “${text}”`, async () => !(await this.text()).includes(text));
  }

  /** All text that is shown, also in fields. */
  async text(): Promise<string> {
    return this.script<string>(`
      const typed = [...document.querySelectorAll("input, textarea")].map((field) => field.value);
      return [document.body.innerText, ...typed].join("\\n");`);
  }

  async press(name: string): Promise<void> {
    await (await this.button(name)).click();
  }

  /** The button of a name, in the dialog where there is one. */
  async button(name: string): Promise<WebElement> {
    const inside = "ancestor::dialog[@open] or not(//dialog[@open])";
    return this.find(`//button[(${inside}) and (normalize-space()=${quoted(name)}
      or .//span[normalize-space()=${quoted(name)}])]`);
  }

  /** Types into the field of a label, in place of what is there. */
  async fill(label: string, text: string): Promise<void> {
    await this.script("arguments[0].focus(); arguments[0].select();", await this.field(label));
    await this.keys(Key.BACK_SPACE, text);
  }

  async field(label: string): Promise<WebElement> {
    const found = await this.find(`//label[starts-with(normalize-space(), ${quoted(label)})]`);
    const id = await found.getAttribute("for");
    return this.driver.findElement(By.id(id ?? ""));
  }

  /** Presses keys where the focus is. */
  async keys(...keys: string[]): Promise<void> {
    await this.driver
      .actions()
      .sendKeys(...keys)
      .perform();
  }

  /** Presses a key while Control is held down. */
  async control(key: string): Promise<void> {
    const actions = this.driver.actions();
    await actions.keyDown(Key.CONTROL).sendKeys(key).keyUp(Key.CONTROL).perform();
  }

  /** What has the focus: its name for people, or its text. */
  async focus(): Promise<string> {
    return this.script<string>(`
      const at = document.activeElement;
      return at.labels?.[0]?.innerText ?? at.getAttribute("aria-label") ?? at.innerText;`);
  }

  async dialog(): Promise<boolean> {
    return this.script<boolean>("return document.querySelector('dialog[open]') !== null;");
  }

  async count(selector: string): Promise<number> {
    return (await this.driver.findElements(By.css(selector))).length;
  }

  async script<Result>(body: string, ...values: unknown[]): Promise<Result> {
    return this.driver.executeScript<Result>(body, ...values);
  }

  /** Calls a command of the app past the user interface, as a page that was taken over would. */
  async invoke(command: string, payload: object): Promise<string> {
    return this.driver.executeAsyncScript<string>(
      `const done = arguments[arguments.length - 1];
       const text = (said) => typeof said === "string" ? said : JSON.stringify(said);
       window.__TAURI_INTERNALS__.invoke(arguments[0], arguments[1])
         .then((said) => done("allowed: " + text(said)), (why) => done("refused: " + text(why)));`,
      command,
      payload,
    );
  }

  /** What is wrong for people who do not see the window, or not well. */
  async audit(): Promise<string[]> {
    const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
    if (!(await this.script<boolean>("return 'axe' in window;"))) {
      await this.script(readFileSync(axe, "utf8"));
    }
    return this.driver.executeAsyncScript<string[]>(`
      const done = arguments[arguments.length - 1];
      const told = (found) => found.violations.flatMap((rule) =>
        rule.nodes.map((node) => rule.id + ": " + node.target.join(" ") + ": " + node.failureSummary));
      axe.run().then((found) => done(told(found)), (why) => done([String(why)]));`);
  }

  async picture(name: string): Promise<void> {
    for (const [look, show] of Object.entries(this.#looks)) {
      await show(this.driver);
      await this.driver.executeAsyncScript(DRAWN);
      const picture = await this.driver.takeScreenshot();
      writeFileSync(join(this.#screens, `${name}-${look}.png`), picture, "base64");
    }
  }

  async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + SOON;
    while (!(await holds())) {
      if (Date.now() > end)
        throw new Error(`did not ${what}; the window says:\n${await this.text()}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  private async find(path: string): Promise<WebElement> {
    let found: WebElement | undefined;
    await this.until(`find ${path}`, async () => {
      [found] = await this.driver.findElements(By.xpath(path));
      return found !== undefined;
    });
    return found as WebElement;
  }
}

function quoted(text: string): string {
  return text.includes("'") ? `"${text}"` : `'${text}'`;
}
