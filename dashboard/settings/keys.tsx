import { storePath } from '../api.ts'
import { Keys } from '../parts/keys/keys.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'

/** The API keys that the shop's server uses to send orders. */
export function StoreKeys() {
  const { store_id, time_zone, isOwner } = useStore()
  const texts = useTexts('settings')
  return (
    <Keys
      title={texts.keys}
      lead={texts.keysLead}
      nameHint={texts.keyNameHint}
      path={storePath(store_id, '/keys')}
      queryKey={[store_id, 'keys']}
      affected={[store_id, 'history']}
      creators={texts.actors}
      timeZone={time_zone}
      hasScopes
      mayChange={isOwner}
    />
  )
}
