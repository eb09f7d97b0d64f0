import { enterpriseUrn } from './directory.ts'

export const work = { value: 'work@example.com', type: 'work', primary: true }
const home = { value: 'home@example.com', type: 'home' }

export interface PatchCase {
  readonly title: string
  readonly before: object
  readonly operations: readonly object[]
  readonly after: Readonly<Record<string, unknown>>
}

/** RFC 7644 sections 3.5.2.1 to 3.5.2.3, and known deviations of directories. `undefined` means that the attribute is removed. */
export const patchCases: readonly PatchCase[] = [
  {
    title: 'add sets a missing attribute',
    before: {},
    operations: [{ op: 'add', path: 'title', value: 'Dr' }],
    after: { title: 'Dr' },
  },
  {
    title: 'add without a path sets each member of the value',
    before: { title: 'Mr' },
    operations: [{ op: 'add', value: { title: 'Dr', nickName: 'Babs' } }],
    after: { title: 'Dr', nickName: 'Babs' },
  },
  {
    title: 'add to a complex attribute keeps the other sub-attributes',
    before: { name: { givenName: 'A', familyName: 'B' } },
    operations: [{ op: 'add', path: 'name', value: { familyName: 'C' } }],
    after: { name: { givenName: 'A', familyName: 'C' } },
  },
  {
    title: 'add appends to a list',
    before: { emails: [work] },
    operations: [{ op: 'add', path: 'emails', value: [home] }],
    after: { emails: [work, home] },
  },
  {
    title: 'add of an existing value adds no second one',
    before: { emails: [work] },
    operations: [{ op: 'add', path: 'emails', value: [{ ...work, value: 'WORK@example.com' }] }],
    after: { emails: [{ ...work, value: 'WORK@example.com' }] },
  },
  {
    title: 'a new primary value replaces the earlier primary value',
    before: { emails: [work, home] },
    operations: [{ op: 'add', path: 'emails', value: [{ value: 'new@example.com', primary: true }] }],
    after: { emails: [{ ...work, primary: false }, home, { value: 'new@example.com', primary: true }] },
  },
  {
    title: 'a value that a filter makes primary replaces the earlier primary value',
    before: { emails: [work, home] },
    operations: [{ op: 'replace', path: 'emails[type eq "home"].primary', value: true }],
    after: {
      emails: [
        { ...work, primary: false },
        { ...home, primary: true },
      ],
    },
  },
  {
    title: 'replace of a list replaces all its values',
    before: { emails: [work, home] },
    operations: [{ op: 'replace', path: 'emails', value: [home] }],
    after: { emails: [home] },
  },
  {
    title: 'replace by a filter changes only the values that match it',
    before: { emails: [work, home] },
    operations: [{ op: 'replace', path: 'emails[type eq "home"].value', value: 'other@example.com' }],
    after: { emails: [work, { ...home, value: 'other@example.com' }] },
  },
  {
    title: 'replace of a sub-attribute with a URN in its path changes it',
    before: { [enterpriseUrn]: { department: 'A', costCenter: '1' } },
    operations: [{ op: 'replace', path: `${enterpriseUrn}:department`, value: 'B' }],
    after: { [enterpriseUrn]: { department: 'B', costCenter: '1' } },
  },
  {
    title: 'replace of an extension keeps the attributes it does not name',
    before: { [enterpriseUrn]: { department: 'A', costCenter: '1' } },
    operations: [{ op: 'replace', path: enterpriseUrn, value: { costCenter: '2' } }],
    after: { [enterpriseUrn]: { department: 'A', costCenter: '2' } },
  },
  {
    title: 'remove deletes an attribute, a sub-attribute and an extension',
    before: { title: 'Dr', name: { givenName: 'A', familyName: 'B' }, [enterpriseUrn]: { department: 'A' } },
    operations: [
      { op: 'remove', path: 'title' },
      { op: 'remove', path: 'name.givenName' },
      { op: 'remove', path: enterpriseUrn },
    ],
    after: { title: undefined, name: { familyName: 'B' }, [enterpriseUrn]: undefined },
  },
  {
    title: 'remove by a filter with ne removes the values that differ and those without the sub-attribute',
    before: { emails: [work, home, { value: 'other@example.com' }] },
    operations: [{ op: 'remove', path: 'emails[type ne "work"]' }],
    after: { emails: [work] },
  },
  {
    title: 'remove by a filter takes a missing primary as false',
    before: { emails: [work, home] },
    operations: [{ op: 'remove', path: 'emails[primary eq false]' }],
    after: { emails: [work] },
  },
  {
    title: 'remove by a comparison of texts keeps the values without the sub-attribute',
    before: { emails: [work, { value: 'other@example.com' }] },
    operations: [{ op: 'remove', path: 'emails[type co "or"]' }],
    after: { emails: [{ value: 'other@example.com' }] },
  },
  {
    title: 'remove by a filter keeps the other values',
    before: { emails: [work, home] },
    operations: [{ op: 'remove', path: 'emails[type eq "work"]' }],
    after: { emails: [home] },
  },
  {
    title: 'remove of the last value unassigns the list',
    before: { emails: [work] },
    operations: [{ op: 'remove', path: 'emails[value eq "WORK@example.com"]' }],
    after: { emails: undefined },
  },
  {
    title: 'operations are applied in their order',
    before: {},
    operations: [
      { op: 'add', path: 'title', value: 'A' },
      { op: 'replace', path: 'title', value: 'B' },
      { op: 'remove', path: 'title' },
      { op: 'add', path: 'title', value: 'C' },
    ],
    after: { title: 'C' },
  },
  {
    title: 'null and empty values unassign an attribute',
    before: { title: 'Dr', emails: [work], nickName: 'x' },
    operations: [
      { op: 'replace', path: 'title', value: null },
      { op: 'replace', path: 'emails', value: [] },
      { op: 'replace', path: 'nickName', value: '' },
    ],
    after: { title: undefined, emails: undefined, nickName: undefined },
  },
  ...(['add', 'replace'] as const).flatMap((op): PatchCase[] => [
    {
      title: `${op} of a complex attribute without members, or with unknown ones only, changes nothing`,
      before: { name: { givenName: 'A', familyName: 'B' }, [enterpriseUrn]: { manager: { value: 'boss' } } },
      operations: [
        { op, path: 'name', value: {} },
        { op, path: 'name', value: { nothing: 'x' } },
        { op, value: { name: {} } },
        { op, path: `${enterpriseUrn}:manager`, value: {} },
        { op, value: { [enterpriseUrn]: { manager: {} } } },
        { op, path: enterpriseUrn, value: {} },
      ],
      after: {
        name: { givenName: 'A', familyName: 'B' },
        [enterpriseUrn]: { manager: { value: 'boss' } },
      },
    },
    {
      title: `${op} of a complex attribute unassigns the members that are null, and keeps those not named`,
      before: { name: { givenName: 'A', familyName: 'B', middleName: 'C', formatted: 'F' } },
      operations: [
        { op, path: 'name', value: { givenName: null } },
        { op, value: { name: { familyName: 'D', middleName: null } } },
        { op, value: { 'name.formatted': null } },
      ],
      after: { name: { familyName: 'D' } },
    },
    {
      title: `${op} of the value of a filter unassigns the members that are null, and keeps those not named`,
      before: { emails: [work, home] },
      operations: [
        { op, path: 'emails[type eq "work"]', value: {} },
        { op, path: 'emails[type eq "home"]', value: { type: null } },
      ],
      after: { emails: [work, { value: home.value }] },
    },
    {
      title: `${op} with null unassigns a complex attribute, an extension and the values of a filter`,
      before: { name: { givenName: 'A' }, [enterpriseUrn]: { department: 'A' }, emails: [work, home] },
      operations: [
        { op, path: 'name', value: null },
        { op, path: enterpriseUrn, value: null },
        { op, path: 'emails[type eq "work"]', value: null },
      ],
      after: { name: undefined, [enterpriseUrn]: undefined, emails: [home] },
    },
  ]),
  {
    title: 'remove of a list with null as its value removes all values',
    before: { emails: [work, home], [enterpriseUrn]: { department: 'A' } },
    operations: [
      { op: 'remove', path: 'emails', value: null },
      { op: 'remove', path: enterpriseUrn, value: {} },
    ],
    after: { emails: undefined, [enterpriseUrn]: undefined },
  },
  {
    title: 'remove with a list of values removes these in any letter case',
    before: { emails: [work, home] },
    operations: [
      { op: 'remove', path: 'emails', value: [{ value: 'WORK@example.com' }] },
      { op: 'remove', path: 'emails', value: [] },
    ],
    after: { emails: [home] },
  },
  {
    title: 'a list of one element sets a single value, with or without a filter and an object',
    before: { emails: [home] },
    operations: [
      { op: 'replace', path: 'title', value: ['Dr'] },
      { op: 'replace', path: 'displayName', value: [{ $ref: null, value: 'Ann' }] },
      { op: 'add', path: `${enterpriseUrn}:manager`, value: [{ $ref: null, value: 'boss' }] },
      { op: 'add', path: 'emails[type eq "work"].value', value: [work.value] },
      { op: 'replace', path: 'emails[type eq "home"]', value: [{ value: 'other@example.com' }] },
    ],
    after: {
      title: 'Dr',
      displayName: 'Ann',
      [enterpriseUrn]: { manager: { value: 'boss' } },
      emails: [
        { ...home, value: 'other@example.com' },
        { type: 'work', value: work.value },
      ],
    },
  },
  {
    title: 'a pair of value and type is kept once',
    before: { emails: [work, home] },
    operations: [
      { op: 'replace', path: 'phoneNumbers', value: [{ value: '+41446681800' }, { value: '+41446681800' }] },
      { op: 'replace', path: 'emails', value: [work, { ...work, value: 'WORK@example.com' }, home] },
      { op: 'replace', path: 'emails[type eq "home"]', value: { type: 'work', value: work.value } },
    ],
    after: { phoneNumbers: [{ value: '+41446681800' }], emails: [work] },
  },
]
