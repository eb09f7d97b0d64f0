import { enterpriseUrn, groupUrn, userUrn } from '../directory.ts'
import { type Exchange, emptyList, patchOf } from './exchange.ts'

/** The provisioning service of Microsoft Entra ID (learn.microsoft.com, "SCIM endpoint"). */
export const entra: readonly Exchange[] = [
  {
    title: 'test connection',
    send: { method: 'GET', path: '/Users?filter=userName+eq+"5b7f0d9e-3f0c-4bb1-8a2b-8d1b3e5f1f11"' },
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
        externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
        userName: 'Test_User_ab6490ee@example.com',
        active: true,
        emails: [{ primary: true, type: 'work', value: 'test_user_ab6490ee@example.com' }],
        meta: { resourceType: 'User' },
        name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
        roles: [],
      },
    },
    status: 201,
    has: { externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef', active: true },
    lacks: ['roles'],
    keep: 'user',
  },
  {
    title: 'match by user name in another letter case',
    send: { method: 'GET', path: '/Users?filter=userName eq "TEST_USER_AB6490EE@example.com"' },
    status: 200,
    has: { totalResults: 1, Resources: [{ id: '{user}' }] },
  },
  {
    title: 'match by work address',
    send: {
      method: 'GET',
      path: '/Users?filter=emails[type eq "work"].value eq "test_user_ab6490ee@example.com"',
    },
    status: 200,
    has: { totalResults: 1 },
  },
  {
    title: 'capitalised operations change an existing address and add a new number',
    send: {
      method: 'PATCH',
      path: '/Users/{user}',
      body: patchOf(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@example.com' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 425 555 0100' },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      ),
    },
    status: 200,
    has: {
      emails: [{ primary: true, type: 'work', value: 'updated@example.com' }],
      phoneNumbers: [{ type: 'mobile', value: '+1 425 555 0100' }],
      name: { familyName: 'updatedFamilyName', givenName: 'givenName' },
    },
  },
  {
    title: 'dotted, qualified and unknown members without a path',
    send: {
      method: 'PATCH',
      path: '/Users/{user}',
      body: patchOf({
        op: 'Add',
        value: {
          'name.givenName': 'Ann',
          displayName: 'Ann Updated',
          [`${enterpriseUrn}:department`]: 'Sales',
          'addresses[type eq "work"].formatted': 'Somewhere',
          userType: 'Member',
        },
      }),
    },
    status: 200,
    has: {
      name: { givenName: 'Ann' },
      displayName: 'Ann Updated',
      [enterpriseUrn]: { department: 'Sales' },
      addresses: [{ type: 'work', formatted: 'Somewhere' }],
      userType: 'Member',
    },
  },
  {
    title: 'manager as a plain string',
    send: {
      method: 'PATCH',
      path: '/Users/{user}',
      body: patchOf({ op: 'Add', path: `${enterpriseUrn}:manager`, value: 'usr_boss' }),
    },
    status: 200,
    has: { [enterpriseUrn]: { manager: { value: 'usr_boss' } } },
  },
  {
    title: 'disable with a string',
    send: {
      method: 'PATCH',
      path: '/Users/{user}',
      body: patchOf({ op: 'Replace', path: 'active', value: 'False' }),
    },
    status: 200,
    has: { active: false },
  },
  {
    title: 'a disabled user can be read',
    send: { method: 'GET', path: '/Users/{user}' },
    status: 200,
    has: { active: false },
  },
  {
    title: 'create a group',
    send: {
      method: 'POST',
      path: '/Groups',
      body: {
        schemas: [groupUrn, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
        externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
        displayName: 'displayName',
        meta: { resourceType: 'Group' },
      },
    },
    status: 201,
    keep: 'group',
  },
  {
    title: 'read a group without its members',
    send: { method: 'GET', path: '/Groups/{group}?excludedAttributes=members' },
    status: 200,
    has: { displayName: 'displayName' },
    lacks: ['members'],
  },
  {
    title: 'find a group by name',
    send: { method: 'GET', path: '/Groups?excludedAttributes=members&filter=displayName eq "displayName"' },
    status: 200,
    has: { totalResults: 1 },
  },
  {
    title: 'add a member with an empty reference',
    send: {
      method: 'PATCH',
      path: '/Groups/{group}',
      body: patchOf({ op: 'Add', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    },
    status: 200,
  },
  {
    title: 'rename a group',
    send: {
      method: 'PATCH',
      path: '/Groups/{group}',
      body: patchOf({ op: 'Replace', path: 'displayName', value: 'updated' }),
    },
    status: 200,
  },
  {
    title: 'find out whether a user is a member',
    send: { method: 'GET', path: '/Groups?attributes=id&filter=id eq "{group}" and members eq "{user}"' },
    status: 200,
    has: { totalResults: 1 },
  },
  {
    title: 'remove a member by value',
    send: {
      method: 'PATCH',
      path: '/Groups/{group}',
      body: patchOf({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    },
    status: 200,
  },
  {
    title: 'the removed member is not listed',
    send: { method: 'GET', path: '/Groups/{group}' },
    status: 200,
    has: { displayName: 'updated' },
    lacks: ['members'],
  },
  { title: 'delete the group', send: { method: 'DELETE', path: '/Groups/{group}' }, status: 204 },
  { title: 'delete after 30 days', send: { method: 'DELETE', path: '/Users/{user}' }, status: 204 },
  { title: 'a second deletion is not found', send: { method: 'DELETE', path: '/Users/{user}' }, status: 404 },
]
