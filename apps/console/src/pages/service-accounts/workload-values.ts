import type { Workload } from '@signet/contracts'
import type { Findings } from '../../components/form.tsx'
import { labelsOfText, textOfLabels } from '../../components/labels/label-text.ts'
import { t } from '../../texts/index.ts'

export type WorkloadKind = Workload['kind']

/** `jwks` is kept without a control. */
export interface WorkloadRow extends Pick<Workload, 'kind' | 'issuer' | 'subject' | 'jwks'> {
  readonly key: string
  /** Lines of `claim=pattern`. */
  readonly claims: string
}

export interface WorkloadValues {
  readonly workloads: readonly WorkloadRow[]
}

export const rowOf = ({ claims = {}, ...workload }: Workload): WorkloadRow => ({
  ...workload,
  key: crypto.randomUUID(),
  claims: textOfLabels(claims),
})

export const newRow = (kind: WorkloadKind): WorkloadRow => ({
  key: crypto.randomUUID(),
  kind,
  issuer: '',
  subject: '',
  claims: '',
})

export const toWorkloads = ({ workloads }: WorkloadValues): Workload[] =>
  workloads.map(({ kind, issuer, subject, claims, jwks }) => {
    const patterns = labelsOfText(claims) ?? {}
    return {
      kind,
      issuer: issuer.trim(),
      subject: subject.trim(),
      ...(Object.keys(patterns).length > 0 ? { claims: patterns } : {}),
      ...(jwks ? { jwks } : {}),
    }
  })

export const checkWorkloads = (
  { workloads }: WorkloadValues,
  { atLeastOne, claimLines }: { readonly atLeastOne: string; readonly claimLines: string },
): Findings => ({
  workloads: workloads.length > 0 ? undefined : atLeastOne,
  ...Object.fromEntries(
    workloads.flatMap(({ issuer, subject, claims }, index) => [
      [`workloads.${index}.issuer`, issuer.trim() ? undefined : t.problems.fillIn],
      [`workloads.${index}.subject`, subject.trim() ? undefined : t.problems.fillIn],
      [`workloads.${index}.claims`, labelsOfText(claims) ? undefined : claimLines],
    ]),
  ),
})
