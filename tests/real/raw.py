"""Lists a server's tools and calls one, with nothing but the standard library.

It shares no code with Hostline, so that the two can be compared:

    python raw.py '{"era": "modern", "command": ["node", "server.js"], "tool": "add", "arguments": {"a": 1}}'
    python raw.py '{"era": "legacy", "url": "http://127.0.0.1:8080/mcp", "tool": "add", "arguments": {"a": 1}}'

An address that ends in /sse is spoken to by HTTP+SSE. Prints {"tools": [...], "result": {...}}.
"""

import json, subprocess, sys, urllib.parse, urllib.request

job = json.loads(sys.argv[1])
legacy, url, info, count = job["era"] == "legacy", job.get("url"), {"name": "raw", "version": "1"}, 0
version, headers = "2025-11-25" if legacy else "2026-07-28", {}

def events(lines):
    for line in lines:
        if line.startswith(b"data:") and line[5:].strip():
            yield line[5:].strip().decode()

def http(message):
    extra = {"Mcp-Method": message["method"], "MCP-Protocol-Version": version} if not legacy else headers
    if not legacy and "name" in message["params"]:
        extra["Mcp-Name"] = message["params"]["name"]
    accept = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    answer = urllib.request.urlopen(urllib.request.Request(url, json.dumps(message).encode(), accept | extra))
    if "Mcp-Session-Id" in answer.headers:
        headers["Mcp-Session-Id"] = answer.headers["Mcp-Session-Id"]
    return events(answer) if "event-stream" in answer.headers.get("Content-Type", "") else [answer.read().decode()]

def line(message):
    server.stdin.write(json.dumps(message).encode() + b"\n")
    server.stdin.flush()
    return iter(lambda: server.stdout.readline().decode(), "")

def sse(message):
    urllib.request.urlopen(urllib.request.Request(url, json.dumps(message).encode(), {"Content-Type": "application/json"}))
    return stream

def request(method, params):
    global count
    count += 1
    if not legacy:
        prefix = "io.modelcontextprotocol/"
        params["_meta"] = {prefix + "protocolVersion": version, prefix + "clientInfo": info, prefix + "clientCapabilities": {}}
    for text in send({"jsonrpc": "2.0", "id": count, "method": method, "params": params}):
        message = json.loads(text)
        if message.get("id") == count and "method" not in message:
            return message["result"]

if url and url.endswith("/sse"):
    stream = events(urllib.request.urlopen(url))
    url, send = urllib.parse.urljoin(url, next(stream)), sse
elif url:
    send = http
else:
    server, send = subprocess.Popen(job["command"], stdin=subprocess.PIPE, stdout=subprocess.PIPE), line
if legacy:
    request("initialize", {"protocolVersion": version, "capabilities": {}, "clientInfo": info})
    headers["MCP-Protocol-Version"] = version
    send({"jsonrpc": "2.0", "method": "notifications/initialized"})
else:
    assert version in request("server/discover", {})["supportedVersions"]
tools, page = [], {}
while page.get("nextCursor") or not tools:
    page = request("tools/list", {"cursor": page["nextCursor"]} if page else {})
    tools += page["tools"]
print(json.dumps({"tools": tools, "result": request("tools/call", {"name": job["tool"], "arguments": job["arguments"]})}))
if not url:
    server.stdin.close()
    server.wait()
