import { dayOf, monthOf, oneOf, pageOf, present, textOf } from './search.ts'

/** An invalid search parameter is ignored without an error. */
type Raw = Readonly<Record<string, unknown>>

export const signInProblems = ['sign_in_expired', 'sign_in_refused'] as const
const userStatuses = ['active', 'deactivated', 'locked'] as const
const yesNo = ['yes', 'no'] as const

export const entrySearch = (raw: Raw) => present({ problem: oneOf(raw.problem, signInProblems) })

/** Every page behind the sign-in has its tab, and the operation whose dialog is open. */
export const tabSearch = (raw: Raw) => present({ tab: textOf(raw.tab, 40), do: textOf(raw.do, 80) })

export const systemSearch = (raw: Raw) => present({ tab: textOf(raw.tab, 40), q: textOf(raw.q) })
export type SystemSearch = ReturnType<typeof systemSearch>

export const setupSearch = (raw: Raw) => present({ token: textOf(raw.token) })

const lookOf = (raw: Raw) => ({
  sort: textOf(raw.sort, 40),
  columns: textOf(raw.columns, 300),
  peek: textOf(raw.peek, 2000),
})

export const listSearch = (raw: Raw) =>
  present({ q: textOf(raw.q, 254), tab: textOf(raw.tab, 40), ...lookOf(raw) })
export type ListSearch = ReturnType<typeof listSearch>

export const inactiveTimes = ['30d', '90d', '180d', '365d'] as const

export const userListSearch = (raw: Raw) =>
  present({
    q: textOf(raw.q, 254),
    status: oneOf(raw.status, userStatuses),
    verified: oneOf(raw.verified, yesNo),
    authenticator: oneOf(raw.authenticator, yesNo),
    managedBy: textOf(raw.managedBy, 100),
    inactiveFor: oneOf(raw.inactiveFor, inactiveTimes),
    page: pageOf(raw.page),
    ...lookOf(raw),
  })
export type UserListSearch = ReturnType<typeof userListSearch>

export const memberListSearch = (raw: Raw) =>
  present({ q: textOf(raw.q, 254), page: pageOf(raw.page), tab: textOf(raw.tab, 40) })
export type MemberListSearch = ReturnType<typeof memberListSearch>

export const directorySearch = (raw: Raw) => present({ q: textOf(raw.q, 256), tab: textOf(raw.tab, 40) })
export type DirectorySearch = ReturnType<typeof directorySearch>

export const auditSearch = (raw: Raw) =>
  present({
    project: textOf(raw.project),
    actionPrefix: textOf(raw.actionPrefix),
    actor: textOf(raw.actor),
    targetId: textOf(raw.targetId, 2000),
    from: dayOf(raw.from),
    to: dayOf(raw.to),
    page: pageOf(raw.page),
    live: oneOf(raw.live, ['yes']),
    ...lookOf(raw),
  })
export type AuditSearch = ReturnType<typeof auditSearch>

export const faultSearch = (raw: Raw) =>
  present({
    errorCode: textOf(raw.errorCode),
    route: textOf(raw.route),
    from: dayOf(raw.from),
    to: dayOf(raw.to),
    page: pageOf(raw.page),
    ...lookOf(raw),
  })
export type FaultSearch = ReturnType<typeof faultSearch>

export const faultReferenceSearch = (raw: Raw) => present({ reference: textOf(raw.reference, 64) })
export type FaultReferenceSearch = ReturnType<typeof faultReferenceSearch>

export const monthSearch = (raw: Raw) => present({ month: monthOf(raw.month) })
export type MonthSearch = ReturnType<typeof monthSearch>

/** Parameters of an authorization response (RFC 6749 4.1.2, RFC 9207). */
export const signInTestSearch = (raw: Raw) =>
  present({
    code: textOf(raw.code, 2048),
    state: textOf(raw.state),
    iss: textOf(raw.iss, 2048),
    error: textOf(raw.error),
    error_description: textOf(raw.error_description, 1000),
  })
