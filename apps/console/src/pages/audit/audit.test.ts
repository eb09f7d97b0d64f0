import { type AuditEntry, actionsWithoutOperation, operationList, operations } from '@signet/contracts'
import { beforeAll, expect, test } from 'vitest'
import { textsOf, textWithoutTarget } from '../../components/audit/action-texts.ts'
import { actorKind } from '../../components/audit/actor.tsx'
import { changeKind } from '../../components/audit/change-icon.tsx'
import { changedFields, labelledRows } from '../../components/audit/changed-fields.ts'
import { dayTitle } from '../../components/audit/day-title.ts'
import { detailRows, namesIn, targetOf } from '../../components/audit/entry-texts.ts'
import { fieldLabel } from '../../components/audit/field-labels.ts'
import { objectOf } from '../../components/audit/object-of.ts'
import { paths } from '../../paths.ts'
import { loadTexts, t } from '../../texts/index.ts'
import { columnsOf } from './columns.tsx'
import { daysAgo, untilEndOf } from './days.ts'

beforeAll(() => loadTexts('en'))

const entry = (own: Partial<AuditEntry>): AuditEntry => ({
  id: 'aud_1',
  at: '2026-11-21T09:00:00.000Z',
  actor: 'usr_1',
  actorName: 'ada@acme.example',
  actorNameThen: 'ada@acme.example',
  action: 'client.update',
  targetType: 'Client',
  targetId: 'app_1',
  targetName: null,
  targetScope: null,
  surface: null,
  clientId: null,
  projectId: null,
  connectionId: null,
  kid: null,
  detail: {},
  ...own,
})

test.each([
  ['client.create', 'adds'],
  ['client.update', 'changes'],
  ['team.member.remove', 'removes'],
  ['enduser.bulk.delete', 'destroys'],
  ['mcp.approval.refuse', 'refuses'],
  ['something.of.a.newer.server', 'changes'],
])('the action %s %s', (action, kind) => {
  expect(changeKind(action)).toBe(kind)
})

test('every text of an audited action belongs to an action', () => {
  const actions = operationList.flatMap((each) => ('audit' in each && each.audit ? [each.audit.action] : []))
  expect([...actions, ...actionsWithoutOperation]).toEqual(
    expect.arrayContaining(Object.keys(t.auditActions)),
  )
})

test('a text without its target is a sentence in languages with and without spaces', async () => {
  expect(textWithoutTarget('enduser.group.join')).toBe('added user to a group')
  expect(textWithoutTarget('admin.superadmin.grant')).toBeNull()
  expect(textWithoutTarget('setup.bootstrap')).toBe('set up the instance')
  await loadTexts('ja')
  expect(textWithoutTarget('enduser.update')).toBe('がユーザーを変更')
  await loadTexts('en')
})

test('only the entry of a permitted agent links to the page of an agent', () => {
  const ofAgent = entry({ targetType: 'McpClientPermission', targetId: 'agc_1' })
  expect(objectOf(ofAgent)).toEqual(paths.agent('agc_1'))
  expect(objectOf({ ...ofAgent, targetId: 'approval_webhook' })).toEqual(paths.agents())
})

test('an unknown action of a newer server is shown as words', () => {
  expect(textsOf('enduser.signout')).toEqual({ before: 'signed user ', after: ' out everywhere' })
  expect(textsOf('webhook.create')).toEqual({ before: 'webhook create: ', after: '' })
})

test('the name of a target is that of its entry, else of another entry, else its id', () => {
  const renamed = entry({ detail: { clientName: { from: 'Shop', to: 'Webshop' } } })
  const created = entry({ action: 'client.create', detail: { clientName: 'Shop' } })
  const silent = entry({ action: 'client.secret.rotate' })
  const names = namesIn([silent, renamed, created], new Map())
  expect([silent, renamed, created].map((each) => targetOf(each, names))).toEqual([
    'Webshop',
    'Webshop',
    'Shop',
  ])
  expect(targetOf(silent, new Map())).toBe('app_1')
})

test('an identity provider has its own name, and its project does not have that name', () => {
  const ofProject = { targetType: 'Project', targetId: 'prj_1', projectId: 'prj_1' } as const
  const created = entry({
    ...ofProject,
    action: 'federation.provider.create',
    detail: { providerId: 'google', displayName: 'Google' },
  })
  const moved = entry({
    ...ofProject,
    action: 'federation.provider.move',
    detail: { providerId: 'google', direction: 'up' },
  })
  const renamed = entry({ ...ofProject, action: 'project.update' })
  const names = namesIn([renamed, moved, created], new Map())
  expect([renamed, moved, created].map((each) => targetOf(each, names))).toEqual([
    'prj_1',
    'Google',
    'Google',
  ])
  expect(targetOf(moved, new Map())).toBe('google')
  expect(objectOf(moved)).toEqual(paths.provider('prj_1', 'google'))
  expect(objectOf(renamed)).toEqual(paths.project('prj_1'))
})

test('the column of projects omits the project that is the target of the entry', () => {
  const column = columnsOf(new Map(), {}, () => undefined).find(({ id }) => id === 'where')
  const created = entry({ targetType: 'Project', targetId: 'prj_1', projectId: 'prj_1' })
  expect(column?.cell(created, 0)).toBeNull()
  expect(column?.cell({ ...created, detail: { providerId: 'google' } }, 0)).not.toBeNull()
})

test('changed fields are shown with their old and new values', () => {
  expect(detailRows({ active: { from: true, to: false }, name: 'Acme', slug: null })).toEqual([
    { field: 'active', from: 'true', to: 'false' },
    { field: 'name', from: null, to: 'Acme' },
    { field: 'slug', from: null, to: '–' },
  ])
})

test('the last day of a range is included', () => expect(untilEndOf('2026-12-31')).toBe('2027-01-01'))

test('the first day of the last seven days is a day in UTC', () =>
  expect(daysAgo(7, Date.parse('2026-12-31T23:30:00Z'))).toBe('2026-12-24'))

test('an entry names the first fields that it changed, and counts the others', () => {
  const change = { from: null, to: 'https://shop.example/a/callback' }
  const settings = new Map([['mail.from', 'Sender of mails']])
  const named = (detail: AuditEntry['detail'], action = 'client.update') =>
    changedFields({ action, detail }, settings)
  expect(named({ name: change, redirectUris: change })).toBe('Name and Redirect addresses')
  expect(
    named({ clientName: change, redirectUris: change, scope: change, logo: change, jwksUri: change }),
  ).toBe('Name, Redirect addresses, and 3 more')
  expect(named({ retryUris: change })).toBe('retry URIs')
  expect(named({ 'mail.from': change })).toBe('Sender of mails')
  expect(named({ 'pkce.required': change })).toBe('pkce.required')
  expect(named({ name: 'Shop' })).toBe('')
  expect(named({ name: change }, 'client.create')).toBe('')
})

test('an entry shows short old and new values that are no secrets, and names the group of a membership', () => {
  const shown = (detail: AuditEntry['detail'], action = 'client.update') =>
    changedFields({ action, detail }, new Map())
  expect(shown({ name: { from: 'Shop', to: 'Webshop' } })).toBe('Name: Shop → Webshop')
  expect(
    shown({ requireConsent: { from: null, to: true }, name: { from: 'Shop', to: 'x'.repeat(25) } }),
  ).toBe(`${t.clients.consent}: – → true and Name`)
  expect(shown({ clientSecret: { from: 'a', to: 'b' } })).toBe('client secret')
  expect(shown({ groupId: 'grp_1', group: 'engineering' }, 'enduser.group.join')).toBe('Group: engineering')
})

test('the address in an entry of a team is not the name of the team', () => {
  const detail = { userId: 'usr_2', email: 'ben@acme.example', role: 'owner' }
  const added = entry({ action: 'team.member.add', targetId: 'team_1', targetName: 'Engineering', detail })
  expect(targetOf(added, namesIn([added], new Map()))).toBe('Engineering')
})

test('an entry of a user names the changed parts of the profile and the claims', () => {
  const shown = (detail: AuditEntry['detail']) =>
    changedFields({ action: 'enduser.update', detail }, new Map())
  expect(shown({ profile: ['preferredLanguage', 'locale'], claims: [] })).toBe('Language')
  expect(shown({ profile: ['nickName'], claims: ['department'] })).toBe('Nickname and department')
  expect(shown({ profile: ['addresses'] })).toBe('addresses')
})

const sentByForms = {
  client: operations.client_update.input.shape,
  project: operations.project_update.input.shape,
  'federation.provider': operations.federation_provider_update.input.shape,
  'provisioning.connection': operations.provisioning_connection_update.input.shape,
  resource: operations.resource_update.input.shape,
} as const

/** Parts of a request that are not fields of the object, and fields that no form has. */
const withoutLabel = {
  client: ['projectId', 'clientId', 'applicationType'],
  project: ['projectId', 'confirm', 'expect'],
  'federation.provider': ['projectId', 'providerId', 'pendingChange', 'confirm', 'expect'],
  'provisioning.connection': ['projectId', 'connectionId'],
  resource: ['projectId', 'resourceId'],
} as const

test.for(Object.keys(sentByForms) as (keyof typeof sentByForms)[])(
  'each field of an update of "%s" has the label of its form in the audit',
  (object) => {
    const unlabelled = Object.keys(sentByForms[object]).filter(
      (field) => fieldLabel(`${object}.update`, field) === undefined,
    )
    expect(unlabelled.toSorted()).toEqual(withoutLabel[object].toSorted())
  },
)

test('the rows of an entry have the labels of the form, the names of settings, and otherwise the name of the API', () => {
  const detail = { redirectUris: { from: null, to: 'https://shop.example' }, 'mail.from': 'x', toString: 'x' }
  const settings = new Map([['mail.from', 'Sender of mails']])
  expect(labelledRows({ action: 'client.update', detail }, settings).map(({ field }) => field)).toEqual([
    'Redirect addresses',
    'Sender of mails',
    'toString',
  ])
})

test.each([
  ['usr_1', null, 'human'],
  ['usr_1', 'https://agent.example', 'agent'],
  ['service:sva_1', null, 'machine'],
  ['service:sva_1', 'app_1', 'machine'],
  ['connection:con_1', null, 'machine'],
  ['instance', null, 'machine'],
  ['enduser:prj_1:usr_2', 'app_1', 'human'],
])('the actor %s with the client %s is shown as %s', (actor, clientId, kind) => {
  expect(actorKind({ actor, clientId })).toBe(kind)
})

test('the headings of entries name today and yesterday', () => {
  const now = Date.parse('2026-11-28T12:00:00Z')
  const titles = ['2026-11-28T09:00:00Z', '2026-11-27T09:00:00Z', '2026-11-26T09:00:00Z'].map((at) =>
    dayTitle(at, now),
  )
  expect(titles).toEqual([
    'Today, Saturday, November 28, 2026',
    'Yesterday, Friday, November 27, 2026',
    'Thursday, November 26, 2026',
  ])
})
