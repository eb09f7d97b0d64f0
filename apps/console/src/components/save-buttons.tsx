import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Permitted } from './permitted.tsx'

interface SaveButtonsProps {
  readonly form: {
    readonly isPending: boolean
    readonly isChanged: boolean
    readonly changes: number
    readonly reset: () => void
  }
  readonly refusal: string | null
  readonly label: string
}

export const SaveButtons = ({ form, refusal, label }: SaveButtonsProps) => (
  <>
    <Permitted
      type="submit"
      kind="primary"
      refusal={refusal}
      showsReason
      isPending={form.isPending}
      isDisabled={!form.isChanged}
    >
      {label}
    </Permitted>
    {form.isChanged && !form.isPending && (
      <>
        <Button kind="quiet" onPress={() => form.reset()}>
          {t.common.discard}
        </Button>
        <span className="ms-auto pe-2 text-sm text-quiet">{t.common.unsaved(form.changes)}</span>
      </>
    )}
  </>
)
