import { connect, type Delegate } from "hostline";

const person: Delegate = {
  async elicitForm(question) {
    return { action: "accept", content: { name: "Ada" } };
  },
};

const target = "npx -y @modelcontextprotocol/server-everything";
await using client = await connect(target, { delegate: person });
await client.callTool("trigger-elicitation-request");
