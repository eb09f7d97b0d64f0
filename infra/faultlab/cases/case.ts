import { setTimeout as pause } from 'node:timers/promises'
import type { Window } from '../checkers/recovery.ts'
import type { LocalBacking } from '../stack/backing.ts'
import type { Laboratory } from '../stack/laboratory.ts'
import { now } from '../traffic/send.ts'

export type LocalLaboratory = Laboratory<LocalBacking>

export interface Pace {
  readonly isShort: boolean
  of(short: number, whole: number): number
}

export interface InjectedFault {
  readonly window: Window
  readonly figures?: readonly string[]
  readonly problems?: readonly string[]
}

export interface FaultCase<Lab = LocalLaboratory> {
  readonly id: string
  readonly title: string
  /** True for a case of the soak. */
  readonly isShort: boolean
  /** Other failures are problems. */
  readonly mayFail: 'anything' | 'nothing'
  /** Time from the end of the cause until every request succeeds again. */
  readonly recoversWithinMs: number
  /** Returns a sentence when this machine cannot inject the fault. */
  whyNot?(lab: Lab): string | undefined
  inject(lab: Lab, pace: Pace): Promise<InjectedFault>
}

export async function during(work: () => Promise<unknown>): Promise<Window> {
  const began = now()
  await work()
  return { began, ended: now() }
}

export const seconds = (count: number): Promise<void> => pause(count * 1000)
