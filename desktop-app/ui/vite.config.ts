import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// The one switch between the app and a browser: in the mode `browser`, a scripted server stands in
// for the host, and nothing of Tauri is in the page.
export default defineConfig(({ mode }) => {
  const host = mode === "browser" ? "browser" : "tauri";
  return {
    plugins: [react()],
    resolve: {
      alias: {
        "#host": fileURLToPath(new URL(`./src/platform/${host}.ts`, import.meta.url)),
      },
    },
    server: { port: 1420, strictPort: true },
    build: { target: "safari16", modulePreload: false, emptyOutDir: true },
    clearScreen: false,
    test: { include: ["src/**/*.test.ts"], environment: "node" },
  };
});
