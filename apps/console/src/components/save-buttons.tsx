import { useRef } from 'react'
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

/** Shown from the first change, or with the reason that no change is permitted. They stay after saving, which keeps the focus. */
export function SaveButtons({ form, refusal, label }: SaveButtonsProps) {
  const wasChanged = useRef(false)
  wasChanged.current ||= form.isChanged
  if (!wasChanged.current && refusal === null) return null
  return (
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
            {t.forms.discard}
          </Button>
          <span className="ms-auto pe-2 text-sm text-quiet">{t.forms.unsaved(form.changes)}</span>
        </>
      )}
    </>
  )
}
