import type { words as english } from '../en/keys.ts'
import type { Translation } from '../entries.ts'

export const words = {
  new: 'Nueva clave',
  name: 'Nombre',
  unnamed: 'Clave de API',
  endsWith: 'Últimos cuatro caracteres',
  expires: 'Vence el',
  expiresHint: 'Déjalo vacío para que no venza.',
  create: 'Crear clave',
  created: 'Copia la clave ahora: no se vuelve a mostrar. Si la pierdes, crea otra y revoca esta.',
  done: 'Ya la guardé',
  madeOn: 'Creada',
  lastUsed: 'Último uso',
  never: 'Nunca',
  active: 'Activa',
  revoked: 'Revocada',
  expired: 'Vencida',
  rename: 'Cambiar nombre',
  renameTitle: 'Cambiar el nombre de la clave',
  revoke: 'Revocar',
  revokeTitle: '¿Revocar esta clave?',
  revokeLead: 'Las peticiones con esta clave se rechazan de inmediato. Esto no se puede deshacer.',
} as const satisfies Translation<typeof english>
