/** A case of the laboratory, a permanent test by its file and title, or the reason for none. */
export type Evidence =
  | { readonly case: string }
  | { readonly file: string; readonly title: string }
  | { readonly notRun: string }

export const byCase = (id: string): Evidence => ({ case: id })
export const byTest = (file: string, title: string): Evidence => ({ file, title })
export const notRun = (why: string): Evidence => ({ notRun: why })

export function describeEvidence(evidence: Evidence): string {
  if ('notRun' in evidence) return `not run: ${evidence.notRun}`
  return 'file' in evidence ? `\`${evidence.file}\`: ${evidence.title}` : `case \`${evidence.case}\``
}
