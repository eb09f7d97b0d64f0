export interface Preview {
  readonly consequences: readonly string[]
  readonly expect?: object | undefined
}

export const isPreview = (outcome: unknown): outcome is Preview =>
  typeof outcome === 'object' && outcome !== null && 'consequences' in outcome
