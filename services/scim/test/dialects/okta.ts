import { groupUrn, userUrn } from '../directory.ts'
import { type Exchange, emptyList, patchOf } from './exchange.ts'

const jessica = {
  schemas: [userUrn],
  userName: 'test.user@okta.local',
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
}

/** Requests of Okta as documented for a SCIM 2.0 integration. */
export const okta: readonly Exchange[] = [
  {
    title: 'look the user up',
    send: { method: 'GET', path: '/Users?filter=userName eq "test.user@okta.local"&startIndex=1&count=100' },
    status: 200,
    has: { ...emptyList, startIndex: 1, itemsPerPage: 0 },
  },
  {
    title: 'create, with groups and a password',
    send: { method: 'POST', path: '/Users', body: jessica },
    status: 201,
    has: { userName: 'test.user@okta.local', active: true },
    lacks: ['password', 'groups'],
    keep: 'user',
  },
  {
    title: 'create again is a conflict',
    send: { method: 'POST', path: '/Users', body: { ...jessica, userName: 'Test.User@okta.local' } },
    status: 409,
    has: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '409', scimType: 'uniqueness' },
  },
  {
    title: 'import, two at a time',
    send: { method: 'GET', path: '/Users?startIndex=1&count=2' },
    status: 200,
    has: { totalResults: 1, startIndex: 1, itemsPerPage: 1 },
  },
  {
    title: 'change with PUT of everything it read',
    send: {
      method: 'PUT',
      path: '/Users/{user}',
      body: {
        ...jessica,
        id: '{user}',
        name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
        meta: { resourceType: 'User', location: 'https://elsewhere.example/scim/v2/Users/x' },
      },
    },
    status: 200,
    has: { id: '{user}', name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' } },
  },
  {
    title: 'deactivate without a path',
    send: {
      method: 'PATCH',
      path: '/Users/{user}',
      body: patchOf({ op: 'replace', value: { active: false } }),
    },
    status: 200,
    has: { active: false },
  },
  {
    title: 'reactivate without a path',
    send: {
      method: 'PATCH',
      path: '/Users/{user}',
      body: patchOf({ op: 'replace', value: { active: true } }),
    },
    status: 200,
    has: { active: true },
  },
  {
    title: 'push a group',
    send: {
      method: 'POST',
      path: '/Groups',
      body: { schemas: [groupUrn], displayName: 'Test SCIMv2', members: [] },
    },
    status: 201,
    keep: 'group',
  },
  {
    title: 'rename a group, naming its id',
    send: {
      method: 'PATCH',
      path: '/Groups/{group}',
      body: patchOf({ op: 'replace', value: { id: '{group}', displayName: 'Renamed' } }),
    },
    status: 200,
  },
  {
    title: 'push members in a batch',
    send: {
      method: 'PATCH',
      path: '/Groups/{group}',
      body: patchOf(
        { op: 'remove', path: 'members[value eq "usr_somebody"]' },
        { op: 'add', path: 'members', value: [{ value: '{user}', display: 'test.user@okta.local' }] },
      ),
    },
    status: 200,
  },
  {
    title: 'replace all members',
    send: {
      method: 'PATCH',
      path: '/Groups/{group}',
      body: patchOf({ op: 'replace', path: 'members', value: [{ value: '{user}' }] }),
    },
    status: 200,
  },
  {
    title: 'read the group',
    send: { method: 'GET', path: '/Groups/{group}' },
    status: 200,
    has: { displayName: 'Renamed', members: [{ value: '{user}', display: 'test.user@okta.local' }] },
  },
  { title: 'delete the group', send: { method: 'DELETE', path: '/Groups/{group}' }, status: 204 },
  { title: 'delete the user', send: { method: 'DELETE', path: '/Users/{user}' }, status: 204 },
  {
    title: 'a deleted user is not found',
    send: { method: 'GET', path: '/Users/{user}' },
    status: 404,
    has: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404' },
  },
]
