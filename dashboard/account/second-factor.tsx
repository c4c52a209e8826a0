import { Badge, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '../api.ts'
import { type Confirmation, ConfirmForm } from '../parts/account/confirm-fields.tsx'
import { FactorSetup } from '../parts/account/factor-setup.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useMe } from '../session.tsx'
import { useTexts } from '../words/words.tsx'

/** Turns the second factor on or off. Both need the password, and a code: the first one, or of the factor to remove. */
export function SecondFactor() {
  const { person } = useMe()
  const texts = useTexts('account')
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [isOffered, setOffered] = useState(false)
  const isOn = person.second_factor
  const close = () => {
    setOpen(false)
    setOffered(false)
  }
  const finish = () => {
    close()
    void queryClient.invalidateQueries({ queryKey: ['session'] })
    void queryClient.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <Section
      title={texts.factorTitle}
      lead={texts.factorLead}
      action={<Badge color={isOn ? 'green' : 'gray'}>{isOn ? texts.on : texts.off}</Badge>}
    >
      <Button variant="default" onClick={() => setOpen(true)} style={{ alignSelf: 'start' }}>
        {isOn ? texts.turnOff : texts.turnOn}
      </Button>
      <Dialog opened={isOpen} close={close} ignoresOutsideClicks={isOffered} title={texts.factorTitle}>
        {isOn ? (
          <ConfirmForm
            label={texts.turnOff}
            isDangerous
            onConfirmed={confirmation => turnOff(confirmation).then(finish)}
          />
        ) : (
          <FactorSetup onOffered={() => setOffered(true)} onDone={finish} />
        )}
      </Dialog>
    </Section>
  )
}

const turnOff = (confirmation: Confirmation) => post('/account/second-factor/removal', confirmation)
