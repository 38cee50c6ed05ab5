// What crosses between the page and the app. Written from desktop-app/src-tauri/src/view; do not edit.

import type { ErrorCode } from "#hostline/errors";

/**
 * Connects to a server. The page chooses the number of the call, to cancel it by.
 */
export type Connect = { call: number, 
/**
 * An address or a command line.
 */
target: string, };

/**
 * A server that is connected.
 */
export type ServerView = { 
/**
 * The number of the connection.
 */
connection: number, 
/**
 * The server, as the person named it.
 */
target: string, 
/**
 * What it calls itself. It is not verified.
 */
name: string, 
/**
 * Its own version, where it has one.
 */
version: string, 
/**
 * The version of the protocol that is spoken.
 */
protocol: string, 
/**
 * How it is reached, such as `stdio`.
 */
transport: string, 
/**
 * Its advice on how to use it.
 */
instructions: string | null, };

/**
 * Lists the tools of a connection.
 */
export type ListTools = { connection: number, };

/**
 * One tool.
 */
export type ToolView = { 
/**
 * The number of the tool, by which it is called.
 */
tool: number, 
/**
 * The name that programs use.
 */
name: string, 
/**
 * The name that people see.
 */
title: string, description: string | null, 
/**
 * What the server says about the tool. It is the server's own word.
 */
hints: Array<string>, 
/**
 * The JSON Schema of its arguments.
 */
input: string, 
/**
 * The JSON Schema of its structured content.
 */
output: string | null, 
/**
 * Arguments to begin with: what is required, and what has a default.
 */
arguments: string, };

/**
 * The tools of a server.
 */
export type ToolsView = { tools: Array<ToolView>, 
/**
 * Sentences about what was left out, because it did not have the right shape.
 */
leftOut: Array<string>, };

/**
 * Calls a tool. The page chooses the number of the call, to cancel it by.
 */
export type CallTool = { call: number, connection: number, 
/**
 * The tool's number in the list that was given last.
 */
tool: number, 
/**
 * The arguments as the person wrote them: JSON.
 */
arguments: string, };

/**
 * One part of an answer.
 */
export type PartView = { "kind": "text", text: string, } | { "kind": "note", text: string, };

/**
 * What a tool answered.
 */
export type ResultView = { 
/**
 * Whether the tool says that it failed.
 */
failed: boolean, parts: Array<PartView>, 
/**
 * The answer for programs, as JSON.
 */
structured: string | null, 
/**
 * Sentences about what is not as it should be.
 */
warnings: Array<string>, };

/**
 * Cancels a call, if it still runs.
 */
export type CancelCall = { call: number, };

/**
 * What a person did with a question.
 */
export type Action = "accept" | "decline" | "cancel";

/**
 * What was filled into one field.
 */
export type Entry = { "kind": "empty" } | { "kind": "text", text: string, } | { "kind": "flag", on: boolean, } | { "kind": "chosen", places: Array<number>, };

/**
 * Answers a question.
 */
export type Answer = { question: number, action: Action, 
/**
 * What was filled in, one for each field of the form and in its order.
 */
entries: Array<Entry>, };

/**
 * What is wrong with an answer.
 */
export type ProblemView = { 
/**
 * The field; none where it is the answer as a whole.
 */
field: number | null, reason: string, };

/**
 * What became of an answer.
 */
export type AnsweredView = { 
/**
 * What has to be changed before it can be sent; nothing where it was sent.
 */
problems: Array<ProblemView>, };

/**
 * Closes a connection in good order.
 */
export type Close = { connection: number, };

/**
 * Which keys a line of text needs, on a device that can show fitting ones.
 */
export type Keyboard = "text" | "email" | "url" | "decimal";

/**
 * How a field is filled in, and what it begins with.
 */
export type ControlView = { "kind": "text", wanted: string, keyboard: Keyboard, value: string, } | { "kind": "flag", on: boolean | null, } | { "kind": "choice", choices: Array<string>, chosen: Array<number>, several: boolean, };

/**
 * One field of a form.
 */
export type FieldView = { label: string, description: string | null, required: boolean, control: ControlView, };

/**
 * What is asked.
 */
export type BodyView = { "kind": "form", fields: Array<FieldView>, } | { "kind": "page", 
/**
 * The address up to its host.
 */
before: string, 
/**
 * The host, which decides where the address leads.
 */
host: string, 
/**
 * The address behind its host.
 */
after: string, 
/**
 * The host as its owner writes it, where the address has it in another form.
 */
written: string | null, 
/**
 * What is suspicious about the address.
 */
warnings: Array<string>, 
/**
 * Whether it must not be opened at all.
 */
refused: boolean, } | { "kind": "unshowable", reason: string, };

/**
 * A question that waits for an answer.
 */
export type QuestionView = { 
/**
 * The number of the question, by which it is answered.
 */
question: number, connection: number, 
/**
 * The server that asks, as the person named it.
 */
target: string, 
/**
 * What the server says.
 */
message: string, body: BodyView, };

/**
 * What went wrong, as a person reads it.
 */
export type FailureView = { 
/**
 * The stable name of the kind of failure.
 */
code: ErrorCode, 
/**
 * The whole sentence, the same in every language of Hostline.
 */
message: string, 
/**
 * Whether what was asked for may have been done although it failed.
 */
mayHaveRun: boolean, };

/**
 * One thing that a page is told.
 */
export type Told = { "kind": "question", question: QuestionView, } | { "kind": "withdrawn", question: number, } | { "kind": "progress", call: number, 
/**
 * How much of it is done, from 0 to 1, where that is known.
 */
share: number | null, 
/**
 * How far it has come, in words.
 */
done: string, 
/**
 * What is being done.
 */
message: string | null, } | { "kind": "toolsChanged", connection: number, } | { "kind": "said", connection: number, 
/**
 * Who says it: `server` (its standard error), `log` or `connection`.
 */
source: string, text: string, 
/**
 * Whether it is something to worry about.
 */
grave: boolean, } | { "kind": "closed", connection: number, error: FailureView, };
