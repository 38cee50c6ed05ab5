/**
 * A browser: a scripted server stands in for the app and for all servers. It decides nothing that
 * the app decides; what it shows is written down in the script.
 */

import { Failure, type Host, type Operations } from "./host";
import { connectFailure, script, server } from "./script";
import type { Answer, AnsweredView, CallTool, Connect, ResultView, Told } from "./views";

/** How long a step of the script takes, so that a person sees it. */
const STEP = 150;

type Handlers = {
  [Op in keyof Operations]: (payload: Operations[Op][0]) => Promise<Operations[Op][1]>;
};

class ScriptedHost implements Host {
  private hear: (told: Told[]) => void = () => undefined;
  private readonly running = new Map<number, AbortController>();
  private readonly questions = new Map<number, (answer: Answer) => AnsweredView>();
  private numbers = 0;

  private readonly handlers: Handlers = {
    connect: (payload) => this.connect(payload),
    "tools/list": async () => script.tools,
    "tools/call": (payload) => this.run(payload),
    cancel: async ({ call }) => {
      this.running.get(call)?.abort();
      return null;
    },
    answer: async (answer) => {
      const reply = this.questions.get(answer.question)?.(answer) ?? { problems: [] };
      if (reply.problems.length === 0) this.questions.delete(answer.question);
      return reply;
    },
    close: async () => {
      this.running.forEach((call) => call.abort());
      return null;
    },
  };

  call<Op extends keyof Operations>(op: Op, payload: Operations[Op][0]) {
    return this.handlers[op](payload);
  }

  async listen(hear: (told: Told[]) => void) {
    this.hear = hear;
  }

  private tell(...told: Told[]) {
    this.hear(told);
  }

  private async connect({ call, target }: Connect) {
    const cancelled = this.begin(call);
    await pause(cancelled, STEP, target);
    this.running.delete(call);
    if (target.includes("nothing")) throw new Failure(connectFailure(target));
    const connection = ++this.numbers;
    this.tell({ kind: "said", connection, source: "server", text: "ready", grave: false });
    return server(connection, target);
  }

  /** Plays what the script says about a tool. */
  private async run({ call, connection, tool, arguments: text }: CallTool): Promise<ResultView> {
    const cancelled = this.begin(call);
    const scene = script.scenes[script.tools.tools[tool]?.name ?? ""];
    if (!scene) throw new Failure(script.unknownTool);
    try {
      let answer: Answer | null = null;
      for (const step of scene(text)) {
        await pause(cancelled, STEP, "tools/call");
        if (step.kind === "ask") answer = await this.ask(connection, step, cancelled);
        if (step.kind === "tell") this.tell(...step.told(call, connection));
        if (step.kind === "hang") await pause(cancelled, null, "tools/call");
        if (step.kind === "fail") throw new Failure(step.failure);
        if (step.kind === "give") return step.result(answer);
      }
      throw new Failure(script.unknownTool);
    } finally {
      this.running.delete(call);
    }
  }

  private ask(connection: number, step: Ask, cancelled: AbortSignal) {
    const question = ++this.numbers;
    return new Promise<Answer>((resolve, reject) => {
      this.questions.set(question, (answer) => {
        const problems = answer.action === "accept" ? step.check(answer) : [];
        if (problems.length === 0) resolve(answer);
        return { problems };
      });
      cancelled.addEventListener("abort", () => {
        this.tell({ kind: "withdrawn", question });
        reject(new Failure(script.cancelled));
      });
      this.tell({ kind: "question", question: { ...step.question, question, connection } });
    });
  }

  private begin(call: number): AbortSignal {
    const controller = new AbortController();
    this.running.set(call, controller);
    return controller.signal;
  }
}

type Ask = Extract<import("./script").Step, { kind: "ask" }>;

/** Waits; for ever where there is no time. Fails once the call is cancelled. */
function pause(cancelled: AbortSignal, time: number | null, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (time !== null) setTimeout(resolve, time);
    const failure = { ...script.cancelled, message: `${what}: ${script.cancelled.message}` };
    cancelled.addEventListener("abort", () => reject(new Failure(failure)));
  });
}

export const host: Host = new ScriptedHost();
