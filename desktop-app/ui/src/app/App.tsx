/** The window: a way in, and what a server offers once there is one. */

import { Activity } from "../features/activity/Activity";
import { ConnectPage } from "../features/connect/ConnectPage";
import { ServerBar } from "../features/connect/ServerBar";
import { QuestionDialog } from "../features/question/QuestionDialog";
import { ToolList } from "../features/tools/ToolList";
import { ToolPage } from "../features/tools/ToolPage";
import { FailureNote } from "../parts/FailureNote";
import type { Host } from "../platform/host";
import type { ServerView } from "../platform/views";
import css from "./App.module.css";
import type { Session } from "./session";
import { type Actions, useSession } from "./useSession";

export function App({ host }: { host: Host }) {
  const [session, actions] = useSession(host);
  const [question] = session.questions;
  return (
    <>
      {session.server ? (
        <ServerPage server={session.server} session={session} actions={actions} />
      ) : (
        <ConnectPage session={session} actions={actions} />
      )}
      {question && (
        <QuestionDialog
          key={question.question}
          question={question}
          waiting={session.questions.length}
          onAnswer={(action, entries) => actions.answer(question.question, action, entries)}
        />
      )}
    </>
  );
}

interface ServerPageProps {
  server: ServerView;
  session: Session;
  actions: Actions;
}

function ServerPage({ server, session, actions }: ServerPageProps) {
  const { tools, selected, failure } = session;
  const tool = tools?.tools.find((one) => one.tool === selected);
  return (
    <div className={css.page}>
      <ServerBar server={server} onDisconnect={() => void actions.disconnect(server)} />
      <div className={css.columns}>
        <ToolList
          tools={tools}
          changed={session.toolsChanged}
          selected={selected}
          onSelect={actions.select}
          onReload={() => void actions.reload(server)}
        />
        <main className={css.main}>
          {failure && <FailureNote failure={failure} />}
          {tool && (
            <ToolPage
              key={tool.tool}
              tool={tool}
              draft={session.drafts[tool.tool] ?? tool.arguments}
              call={session.calls[tool.tool] ?? null}
              onDraft={(text) => actions.draft(tool.tool, text)}
              onRun={(text) => void actions.run(server, tool.tool, text)}
              onCancel={(call) => void actions.cancel(call)}
            />
          )}
          {tools?.tools.length === 0 && <p className={css.empty}>This server has no tools.</p>}
        </main>
      </div>
      <Activity lines={session.lines} />
    </div>
  );
}
