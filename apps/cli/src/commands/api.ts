import type { Command } from 'commander'
import { adminApi } from '../connection/client.ts'
import { sessionOf, withInstance } from '../connection/session.ts'
import { exits } from '../exits.ts'
import { fail } from '../failure.ts'
import { readText } from '../project-file/document.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export function addApi(program: Command): void {
  withInstance(
    program
      .command('api')
      .description('send a request to the REST API')
      .argument('<method>', methods.join(', '))
      .argument('<path>', 'path below /admin/api, such as /projects'),
  )
    .option('--data <json>', 'body as JSON, or @file, or - for stdin')
    .addHelpText(
      'after',
      '\nExamples:\n  signet api GET /projects\n  signet api PATCH /projects/prj_… --data \'{"displayName":"Shop"}\'',
    )
    .action(async (method: string, path: string, { data }: { data?: string }, command: Command) => {
      const session = sessionOf(command)
      const verb = method.toUpperCase()
      if (!methods.includes(verb)) fail(`${method} is none of ${methods.join(', ')}.`)
      const address = new URL(`${adminApi(session.origin)}/${path.replace(/^\//, '')}`)
      if (address.origin !== session.origin) fail(`${path} is no path of the instance.`)
      const body = data === undefined ? undefined : bodyOf(data)
      const response = await fetch(address, {
        method: verb,
        redirect: 'error',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${await session.token()}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      })
      const text = await response.text()
      if (text !== '') session.terminal.print(formatted(text))
      if (!response.ok) process.exitCode = exits.error
    })
}

const bodyOf = (data: string): string =>
  data === '-' || data.startsWith('@') ? readText(data.replace(/^@/, '')) : data

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
