import { useState } from 'react'
import { useOperationMutation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'

export function RefuseDialog({ approvalId, onClose }: { approvalId: string; onClose: () => void }) {
  const [note, setNote] = useState('')
  const { mutate, isPending, error } = useOperationMutation('approval_refuse')
  const refuse = () =>
    mutate(
      { approvalId, ...(note.trim() ? { note } : {}) },
      {
        onSuccess: () => {
          toast('Refused. The agent is told so.')
          onClose()
        },
      },
    )
  return (
    <Dialog
      isOpen
      title="Refuse this call"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            Cancel
          </Button>
          <Button kind="primary" onPress={refuse} isPending={isPending}>
            Refuse
          </Button>
        </>
      }
    >
      <ProblemNotice problem={error ? problemOf(error) : null} fields={['note']} />
      <TextField
        label="Note to the agent"
        optional
        rows={3}
        value={note}
        onChange={setNote}
        hint="Such as what to do instead. The agent reads it."
      />
    </Dialog>
  )
}
