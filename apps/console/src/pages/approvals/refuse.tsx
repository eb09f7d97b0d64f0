import { useState } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import { problemOf } from '../../api/problem.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'

export function RefuseDialog({ approvalId, onClose }: { approvalId: string; onClose: () => void }) {
  const [note, setNote] = useState('')
  const { mutate, isPending, error } = useOperationMutation('approval_refuse')
  const refuse = () =>
    mutate(
      { approvalId, ...(note.trim() ? { note } : {}) },
      {
        onSuccess: () => {
          toast(t.approvals.refused)
          onClose()
        },
      },
    )
  return (
    <Dialog
      isOpen
      title={t.approvals.refuseTitle}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {t.common.cancel}
          </Button>
          <Button kind="primary" onPress={refuse} isPending={isPending}>
            {t.approvals.refuseDo}
          </Button>
        </>
      }
    >
      <ProblemNotice problem={error ? problemOf(error) : null} fields={['note']} />
      <TextField
        label={t.approvals.note}
        optional
        rows={3}
        value={note}
        onChange={setNote}
        hint={t.approvals.noteHint}
      />
    </Dialog>
  )
}
