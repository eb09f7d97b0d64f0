import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { operationQuery } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

export function ReferenceForm() {
  const [reference, setReference] = useState('')
  const [problem, setProblem] = useState<string>()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const find = async (): Promise<void> => {
    const asked = reference.trim()
    if (asked === '') return
    try {
      const { fault } = await queryClient.fetchQuery(
        operationQuery('error_by_reference', { reference: asked }),
      )
      await navigate(paths.fault(fault.id, { reference: asked }))
    } catch (error) {
      setProblem(problemOf(error).detail)
    }
  }
  return (
    <form
      className="flex max-w-md items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void find()
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField
          label={t.faults.search}
          isLabelHidden
          placeholder={t.faults.searchPlaceholder}
          autoComplete="off"
          spellCheck="false"
          mono
          maxLength={64}
          value={reference}
          onChange={(value) => {
            setReference(value)
            setProblem(undefined)
          }}
          error={problem}
        />
      </div>
      <Button type="submit">{t.faults.find}</Button>
    </form>
  )
}
