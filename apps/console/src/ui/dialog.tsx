import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { t } from '../texts/index.ts'
import { IconButton } from './button.tsx'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly actions?: ReactNode
  /** `alertdialog` for a question, which has no button in its corner. */
  readonly role?: 'dialog' | 'alertdialog'
  /** False while only an action may close it, such as for a secret that is shown once. */
  readonly closesOnEscape?: boolean
  readonly wide?: boolean
  /** Omits the button in the corner. */
  readonly hasCancel?: boolean
}

export const Dialog = (props: DialogProps) => {
  const { title, isOpen, onClose, children, actions, role = 'dialog', closesOnEscape = true, wide } = props
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={false}
      isKeyboardDismissDisabled={!closesOnEscape}
      className="fixed inset-0 z-50 grid grid-cols-1 place-items-center overflow-y-auto bg-veil p-4 transition-opacity data-entering:opacity-0 data-exiting:opacity-0"
    >
      <Modal
        className={`overlay-motion w-full ${wide ? 'max-w-xl' : 'max-w-md'} rounded-xl bg-raised shadow-float`}
      >
        <AriaDialog role={role} className="outline-none">
          <header className="flex items-start justify-between gap-4 px-5 pt-4.5">
            <Heading slot="title" className="text-lg font-semibold text-balance">
              {title}
            </Heading>
            {role === 'dialog' && !props.actions && !props.hasCancel && (
              <IconButton
                label={t.common.close}
                icon={<X size={16} aria-hidden />}
                onPress={onClose}
                className="-mr-1.5"
              />
            )}
          </header>
          <div className="grid grid-cols-1 gap-4 px-5 pt-2 pb-5">{children}</div>
          {actions && (
            <footer className="flex flex-wrap justify-end gap-3 rounded-b-xl border-t border-line bg-hover px-5 py-3">
              {actions}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
