import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { t } from '../texts/index.ts'
import { Sidebar } from './sidebar.tsx'

export const NavDrawer = ({ onClose }: { onClose: () => void }) => (
  <ModalOverlay
    isOpen
    onOpenChange={(isOpen) => !isOpen && onClose()}
    isDismissable
    className="fixed inset-0 z-40 bg-veil md:hidden"
  >
    <Modal className="h-full w-68 max-w-[85vw] bg-sunken shadow-float">
      <Dialog aria-label={t.nav.open} className="h-full outline-none">
        <Sidebar />
      </Dialog>
    </Modal>
  </ModalOverlay>
)
