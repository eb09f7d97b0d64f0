import { callOf } from '../../bench/machine.ts'
import { password } from '../../bench/prepare.ts'
import { namePrefix } from '../checkers/observed.ts'
import type { Outcome, WriteAction } from '../ledger.ts'
import type { Laboratory } from '../stack/laboratory.ts'
import { type Answer, fieldOf, type Message, now, outcomeOf, send } from './send.ts'

let made = 0

const newName = (): string => {
  made += 1
  return `${namePrefix}${made}@example.com`
}

export interface Person {
  readonly id: string
  readonly email: string
}

function note(lab: Laboratory, action: WriteAction, subject: string, outcome: Outcome): void {
  lab.ledger.writes.push({ action, subject, outcome, at: now() })
}

const administration = (lab: Laboratory, method: string, body: object = {}): Message => ({
  method,
  headers: { 'content-type': 'application/json', origin: lab.baseUrl, cookie: lab.cookie },
  body: JSON.stringify(body),
})

const usersOf = (lab: Laboratory): string => `${lab.baseUrl}/admin/api/projects/${lab.projectId}/users`

/** Undefined without an acknowledgement. */
export async function createPerson(lab: Laboratory): Promise<Person | undefined> {
  const email = newName()
  const message = administration(lab, 'POST', { email, password })
  const { outcome, body } = await send(lab.ledger, 'administration write', usersOf(lab), message)
  note(lab, 'enduser.create', email, outcome)
  const id = fieldOf(body, 'id')
  return outcome === 'done' && id ? { id, email } : undefined
}

export async function lockPerson(lab: Laboratory, { id }: Person): Promise<Outcome> {
  const url = `${usersOf(lab)}/${id}/lock`
  const { outcome } = await send(
    lab.ledger,
    'administration write',
    url,
    administration(lab, 'POST', { reason: 'faultlab' }),
  )
  note(lab, 'enduser.lock', id, outcome)
  return outcome
}

export async function signOutPerson(lab: Laboratory, { id }: Person): Promise<Outcome> {
  const url = `${usersOf(lab)}/${id}/sign-out`
  return (await send(lab.ledger, 'administration write', url, administration(lab, 'POST'))).outcome
}

export async function readProject(lab: Laboratory): Promise<void> {
  const url = `${lab.baseUrl}/admin/api/projects/${lab.projectId}/users?count=20`
  await send(lab.ledger, 'administration read', url, { headers: { cookie: lab.cookie } })
}

const scim = ({ directory }: Laboratory, method: string, body: object): Message => ({
  method,
  headers: { authorization: `Bearer ${directory.token}`, 'content-type': 'application/scim+json' },
  body: JSON.stringify(body),
})

export async function provisionPerson(lab: Laboratory): Promise<void> {
  const userName = newName()
  const url = `${lab.directory.url}/Users`
  const emails = [{ value: userName, primary: true }]
  const { outcome, body } = await send(
    lab.ledger,
    'directory write',
    url,
    scim(lab, 'POST', { userName, externalId: userName, emails }),
  )
  note(lab, 'enduser.create', userName, outcome)
  const id = fieldOf(body, 'id')
  if (outcome !== 'done' || !id) return
  const Operations = [{ op: 'replace', path: 'active', value: false }]
  const patch = scim(lab, 'PATCH', { Operations })
  const changed = await send(lab.ledger, 'directory write', `${url}/${id}`, patch)
  note(lab, 'enduser.update', id, changed.outcome)
}

export async function createByAgent(lab: Laboratory, token: string): Promise<void> {
  const email = newName()
  const args = { projectId: lab.projectId, email }
  const { headers, body = '' } = callOf(token, new URL(lab.baseUrl).host, 'project_user_create', args)
  const message = { method: 'POST', headers, body }
  const answer = await send(lab.ledger, 'agent write', `${lab.baseUrl}/mcp`, message)
  note(lab, 'enduser.create', email, outcomeOfTool(answer))
}

/** A failed tool call also has status 200; its body contains the failure (MCP, tools, error handling). */
function outcomeOfTool({ status, body, outcome }: Answer): Outcome {
  if (outcome !== 'done') return outcomeOf(status)
  return /"isError": ?true/.test(body) ? 'unknown' : 'done'
}
