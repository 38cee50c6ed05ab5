// An authorization server of another author: oidc-provider, with what MCP asks of one. It knows
// every person and every password, listens on this machine only, and forgets all when it ends.
//
//   node provider.mjs [--port PORT] [--resource URL] [--lifetime SECONDS] [--tell]
//
// The first line that it prints is its address, as JSON. With --tell it also prints each request
// for tokens with the secrets that came of it: a test must know what it looks for.

import { createServer } from "node:http";
import { parseArgs } from "node:util";

import { Provider, errors, interactionPolicy } from "oidc-provider";

const { values: options } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    resource: { type: "string" },
    lifetime: { type: "string", default: "3600" },
    tell: { type: "boolean", default: false },
  },
});

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Tokens are for one resource: which, the client must say (RFC 8707). */
function resourceServer(_context, resource) {
  if (options.resource !== undefined && resource !== options.resource) {
    throw new errors.InvalidTarget(`this server knows no ${resource}`);
  }
  return {
    scope: "use",
    audience: resource,
    accessTokenFormat: "jwt",
    accessTokenTTL: Number(options.lifetime),
    jwt: { sign: { alg: "RS256" } },
  };
}

function configuration() {
  return {
    clients: [],
    scopes: ["openid", "offline_access"],
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject }),
    }),
    interactions: { policy: interactionPolicy.base() },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      resourceIndicators: { enabled: true, getResourceServerInfo: resourceServer },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
  };
}

/** Says what was answered to a request for tokens or for a registration. */
async function tell(context, next) {
  await next();
  const { body } = context;
  const parameters = context.oidc?.params ?? {};
  if (context.oidc?.route === "token") {
    const spent = [parameters.code, parameters.code_verifier, parameters.refresh_token];
    const secrets = [body?.access_token, body?.refresh_token, body?.id_token, ...spent];
    say({
      event: "tokens",
      grant: parameters.grant_type,
      status: context.status,
      error: body?.error,
      secrets: secrets.filter((secret) => secret !== undefined),
    });
  } else if (context.oidc?.route === "registration") {
    const secrets = [body?.client_secret, body?.registration_access_token];
    say({
      event: "registration",
      status: context.status,
      error: body?.error_description,
      secrets: secrets.filter((secret) => secret !== undefined),
    });
  } else if (context.oidc?.route === "revocation") {
    say({ event: "revocation", status: context.status, secrets: [] });
  }
}

const server = createServer();
server.listen(Number(options.port), "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, configuration());
  if (options.tell) {
    provider.use(tell);
  }
  provider.on("server_error", (_context, error) => console.error(error));
  server.on("request", provider.callback());
  say({ issuer });
});
