/**
 * This file imports neither the library of NATS nor the schemas of the messages, which cost a program that only writes the
 * configuration of a server 50 MiB of memory.
 */
export const subjectsOfStreams = {
  AUDIT: ['signet.audit.>'],
  LOGOUT: ['signet.logout.>'],
  CIBA: ['signet.ciba.>'],
  FAULTS: ['signet.fault.>'],
}

export type StreamName = keyof typeof subjectsOfStreams

export const streamNames = Object.keys(subjectsOfStreams) as StreamName[]

export const streamSubjects: readonly string[] = Object.values(subjectsOfStreams).flat()

export const deliveries = {
  logoutNotice: { stream: 'LOGOUT', consumer: 'logout-delivery' },
  cibaPing: { stream: 'CIBA', consumer: 'ciba-ping' },
} as const

export const recordedFaults = { subject: 'change.faults', version: 1 } as const

interface Subject {
  readonly subject: string
  readonly version: number
}

export const prefixOf = ({ subject, version }: Subject): string => `signet.${subject}.v${version}`

export const patternOf = (subject: Subject): string => `${prefixOf(subject)}.*`
