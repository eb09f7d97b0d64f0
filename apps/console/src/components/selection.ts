export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly toggle: (ids: readonly string[], isSelected: boolean) => void
  readonly clear: () => void
}
