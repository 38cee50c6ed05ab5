// The person with a browser: opens an address in a headless Chromium, signs in as anna, agrees, and
// waits until the browser is back at the client.
//
//   node browser.mjs URL
//
// It ends with 0 when the client's own page is shown, and then prints what that says.

import { argv, env, exit } from "node:process";

import puppeteer from "puppeteer-core";

const PATIENCE = 30_000;
const SIGN_IN = "input[name=login]";
const AGREE = "button[type=submit]";
/** More pages than a sign-in has: so many that it goes round in a circle. */
const PAGES = 6;

const address = argv[2];
if (address === undefined) {
  console.error("usage: node browser.mjs URL");
  exit(2);
}
const redirect = new URL(new URL(address).searchParams.get("redirect_uri"));

const browser = await puppeteer.launch({
  executablePath: env.CHROMIUM ?? "/usr/bin/chromium",
  headless: true,
  // The sandbox of Chromium wants a user that is not root.
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-proxy-server"],
});
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(address);
  const back = () => {
    const { host, pathname } = new URL(page.url());
    return host === redirect.host && pathname === redirect.pathname;
  };
  for (let count = 0; !back(); count += 1) {
    if (count === PAGES) {
      throw new Error(`still at ${new URL(page.url()).pathname}`);
    }
    if ((await page.$(SIGN_IN)) !== null) {
      await page.type(SIGN_IN, "anna");
      await page.type("input[name=password]", "any");
    } else if ((await page.$(AGREE)) === null) {
      throw new Error(await page.evaluate(() => document.body.innerText));
    }
    await Promise.all([page.waitForNavigation(), page.click(AGREE)]);
  }
  console.log(await page.evaluate(() => document.body.innerText));
} finally {
  await browser.close();
}
