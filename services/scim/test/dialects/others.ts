import { enterpriseUrn, userUrn } from '../directory.ts'
import { type Exchange, emptyList, patchOf } from './exchange.ts'

/** OneLogin writes a space of a filter as +, and omits `schemas` in changes. */
export const oneLogin: readonly Exchange[] = [
  {
    title: 'look up with + for spaces',
    send: { method: 'GET', path: '/Users?filter=userName+eq+%22one%40example.com%22' },
    status: 200,
    has: emptyList,
  },
  {
    title: 'create',
    send: {
      method: 'POST',
      path: '/Users',
      body: {
        schemas: [userUrn, enterpriseUrn],
        userName: 'one@example.com',
        name: { givenName: 'One', familyName: 'Login' },
        emails: [{ value: 'one@example.com', type: 'work', primary: true }],
        [enterpriseUrn]: { department: 'IT', manager: { managerId: null, displayName: '' } },
      },
    },
    status: 201,
    has: { [enterpriseUrn]: { department: 'IT' } },
    keep: 'user',
  },
  {
    title: 'a plus sign of an address is sent encoded',
    send: { method: 'GET', path: '/Users?filter=userName+eq+%22one%2Bx%40example.com%22' },
    status: 200,
    has: emptyList,
  },
  {
    title: 'change with PUT',
    send: {
      method: 'PUT',
      path: '/Users/{user}',
      body: { userName: 'one@example.com', active: 'true', name: { givenName: 'Uno', familyName: 'Login' } },
    },
    status: 200,
    has: { active: true, name: { givenName: 'Uno' } },
  },
]

/** JumpCloud sends addresses without a type, and the whole resource with each change. */
export const jumpCloud: readonly Exchange[] = [
  {
    title: 'create with an untyped address',
    send: {
      method: 'POST',
      path: '/Users',
      body: {
        schemas: [userUrn],
        userName: 'jump',
        externalId: '5f0c',
        emails: [{ value: 'jump@example.com', primary: true }],
        name: { givenName: 'Jump', familyName: 'Cloud' },
        phoneNumbers: [],
        active: true,
      },
    },
    status: 201,
    has: { emails: [{ value: 'jump@example.com', primary: true }] },
    keep: 'user',
  },
  {
    title: 'deactivate with PUT',
    send: {
      method: 'PUT',
      path: '/Users/{user}',
      body: { schemas: [userUrn], id: '{user}', userName: 'jump', active: false },
    },
    status: 200,
    has: { active: false },
  },
]

/** Google Workspace replaces whole values. */
export const google: readonly Exchange[] = [
  {
    title: 'create',
    send: {
      method: 'POST',
      path: '/Users',
      body: {
        schemas: [userUrn],
        userName: 'gina@example.com',
        name: { givenName: 'Gina', familyName: 'Old' },
        emails: [{ value: 'gina@example.com', primary: true, type: 'work' }],
        active: true,
      },
    },
    status: 201,
    keep: 'user',
  },
  {
    title: 'replace name and addresses whole',
    send: {
      method: 'PATCH',
      path: '/Users/{user}',
      body: patchOf(
        { op: 'replace', path: 'name', value: { givenName: 'Gina', familyName: 'New' } },
        { op: 'replace', path: 'emails', value: [{ value: 'gina.new@example.com', primary: true }] },
      ),
    },
    status: 200,
    has: { name: { familyName: 'New' }, emails: [{ value: 'gina.new@example.com', primary: true }] },
  },
  {
    title: 'suspend',
    send: {
      method: 'PATCH',
      path: '/Users/{user}',
      body: patchOf({ op: 'replace', path: 'active', value: false }),
    },
    status: 200,
    has: { active: false },
  },
]

/** Ping Identity and SailPoint read pages, and filter with `pr`, `sw` and `co`. */
export const aggregators: readonly Exchange[] = [
  {
    title: 'create',
    send: {
      method: 'POST',
      path: '/Users',
      body: { schemas: [userUrn], userName: 'pingo@example.com', externalId: 'p-1', title: 'Ms' },
    },
    status: 201,
    keep: 'user',
  },
  ...[
    'userName sw "PING"',
    'userName co "@example"',
    'externalId pr',
    'title pr and active eq true',
    'meta.lastModified gt "2020-01-01T00:00:00Z"',
    'not (userName eq "nobody")',
  ].map((filter) => ({
    title: filter,
    send: { method: 'GET', path: `/Users?filter=${filter}&startIndex=1&count=100&attributes=userName` },
    status: 200,
    has: { totalResults: 1, Resources: [{ id: '{user}', userName: 'pingo@example.com' }] },
  })),
  {
    title: 'search by POST',
    send: { method: 'POST', path: '/Users/.search', body: { filter: 'userName sw "ping"', count: 1 } },
    status: 200,
    has: { totalResults: 1 },
  },
  {
    title: 'only the number',
    send: { method: 'GET', path: '/Users?count=0' },
    status: 200,
    has: { totalResults: 1, itemsPerPage: 0 },
  },
]
