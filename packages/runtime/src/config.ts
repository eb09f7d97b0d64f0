import { readFileSync } from 'node:fs'
import * as z from 'zod'

/** The message is one sentence naming the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** `http://localhost`, its subdomains and the loopback addresses are the only hosts with plain http. */
export const isLoopback = (url: URL): boolean =>
  loopbackHosts.has(url.hostname) || url.hostname.endsWith('.localhost')

/** @throws ConfigError naming a missing or invalid variable */
export function readEnv<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: NodeJS.ProcessEnv = process.env,
): z.output<z.ZodObject<Shape>> {
  const values = withFiles(shape, env)
  const parsed = z.object(shape).safeParse(values)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => sentence(issue, values)).join(' '))
  const known = parsed.data as { NODE_ENV?: string; SIGNET_EGRESS_ALLOW?: string[] }
  if (known.NODE_ENV === 'production' && known.SIGNET_EGRESS_ALLOW?.length)
    throw new ConfigError(
      'SIGNET_EGRESS_ALLOW is for development and must not be set when NODE_ENV is production.',
    )
  return parsed.data
}

/** The variable with the suffix `_FILE` names the file of a secret. */
function withFiles(shape: z.ZodRawShape, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const values = { ...env }
  for (const [name, schema] of Object.entries(shape)) {
    const path = env[`${name}_FILE`]
    if (!path || !(schema as z.ZodType).meta()?.isSecret) continue
    if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are both set: use one of them.`)
    values[name] = textOf(`${name}_FILE`, path)
  }
  return values
}

function textOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw new ConfigError(`The file of ${name} cannot be read.`)
  }
}

const sentence = (issue: z.core.$ZodIssue, env: NodeJS.ProcessEnv): string =>
  env[String(issue.path[0])] === undefined
    ? `The environment variable ${issue.path.join('.')} is missing.`
    : `The environment variable ${issue.path.join('.')} is not valid: ${issue.message}.`
