/** A button. The main thing to do in a place is `primary`, and there is one of them at the most. */

import type { ComponentProps } from "react";

import css from "./Button.module.css";

interface ButtonProps extends ComponentProps<"button"> {
  look?: "primary" | "plain" | "quiet";
}

export function Button({ look = "plain", type = "button", ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={`${css.button} ${css[look]}`} />;
}
