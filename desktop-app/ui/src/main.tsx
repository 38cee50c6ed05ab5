import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { host } from "#host";
import { App } from "./app/App";
import "./app/base.css";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App host={host} />
    </StrictMode>,
  );
}
