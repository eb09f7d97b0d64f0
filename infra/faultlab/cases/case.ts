import { setTimeout as pause } from 'node:timers/promises'
import type { Window } from '../checkers/recovery.ts'
import type { LocalBacking } from '../stack/backing.ts'
import type { Laboratory } from '../stack/laboratory.ts'
import { now } from '../traffic/send.ts'

export type LocalLaboratory = Laboratory<LocalBacking>

/** How much of a case is run. */
export interface Pace {
  readonly isShort: boolean
  /** The one number or the other. */
  of(short: number, whole: number): number
}

export interface Injected {
  readonly window: Window
  /** What was measured, each as it is printed. */
  readonly figures?: readonly string[]
  /** What did not hold, beside what the checkers find. */
  readonly problems?: readonly string[]
}

/** Damage that is done to the running product and taken back. */
export interface FaultCase<Lab = LocalLaboratory> {
  readonly id: string
  readonly title: string
  /** Whether it is among those of the soak. */
  readonly isShort: boolean
  /** What may fail while it lasts, so that anything else is a problem. */
  readonly mayFail: 'anything' | 'nothing'
  /** From the end of its cause until everything succeeds again. */
  readonly recoversWithinMs: number
  /** A sentence where this machine cannot do it. */
  whyNot?(lab: Lab): string | undefined
  inject(lab: Lab, pace: Pace): Promise<Injected>
}

/** Does the damage, and answers when it began and when it was over. */
export async function during(work: () => Promise<unknown>): Promise<Window> {
  const began = now()
  await work()
  return { began, ended: now() }
}

export const seconds = (count: number): Promise<void> => pause(count * 1000)
