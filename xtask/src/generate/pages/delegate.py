import hostline


class Person(hostline.Delegate):
    async def elicit_form(self, question: hostline.ElicitFormQuestion) -> hostline.ElicitResult:
        return hostline.ElicitResult("accept", content={"name": "Ada"})


target = "npx -y @modelcontextprotocol/server-everything"
async with hostline.connect(target, delegate=Person()) as client:
    await client.call_tool("trigger-elicitation-request")
