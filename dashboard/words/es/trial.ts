import type { words as english } from '../en/trial.ts'
import type { Translation } from '../entries.ts'

export const words = {
  mailOff: 'Todavía no sale ningún correo',
  mailOffLead:
    'Las solicitudes de opinión se quedan en la bandeja de salida hasta que se definan SMTP_URL y MAIL_FROM en el servidor de Realword.',
  seeMissing: 'Ver qué falta',
  outbox: 'Abrir la bandeja de salida',
  outboxHint: 'La dirección de la bandeja apareció cuando el servicio inició.',
  testOrder: 'Enviar un pedido de prueba',
  testOrderLead: 'La solicitud de opinión va de inmediato a {email}.',
  testOrderKept: 'La solicitud de opinión llega enseguida a la bandeja de salida, donde puedes abrirla.',
  openKept: 'Abrir el correo retenido',
  test: 'Prueba',
  testLead:
    'Pedido de prueba al correo de un miembro. Su opinión cuenta como cualquier otra; puedes retirarla en Opiniones.',
} as const satisfies Translation<typeof english>
