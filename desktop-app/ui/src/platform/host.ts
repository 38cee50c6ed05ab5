/**
 * What a page needs of the program around it. Nothing else in here knows whether that is the app or
 * a browser.
 */

import type {
  Answer,
  AnsweredView,
  CallTool,
  CancelCall,
  Close,
  Connect,
  FailureView,
  ListTools,
  ResultView,
  ServerView,
  Told,
  ToolsView,
} from "./views";

/** What a page may ask for: what it gives and what it gets. */
export interface Operations {
  connect: [Connect, ServerView];
  "tools/list": [ListTools, ToolsView];
  "tools/call": [CallTool, ResultView];
  cancel: [CancelCall, null];
  answer: [Answer, AnsweredView];
  close: [Close, null];
}

export interface Host {
  /** Does an operation. Rejects with a {@link Failure}. */
  call<Op extends keyof Operations>(op: Op, payload: Operations[Op][0]): Promise<Operations[Op][1]>;

  /** Begins: from now on the page is told what happens. What an earlier page had open is ended. */
  listen(hear: (told: Told[]) => void): Promise<void>;
}

/** Why an operation failed, with a sentence for the person. */
export class Failure extends Error {
  readonly view: FailureView;

  constructor(view: FailureView) {
    super(view.message);
    this.view = view;
    this.name = "Failure";
  }
}

/** The failure that something thrown is; a fault of the page itself where it is no failure. */
export function failureOf(thrown: unknown): FailureView {
  if (thrown instanceof Failure) return thrown.view;
  return { code: "internal", message: `The page failed: ${String(thrown)}`, mayHaveRun: false };
}
