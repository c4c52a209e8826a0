import type { words as english } from '../en/trial.ts'
import type { Translation } from '../entries.ts'

export const words = {
  mailOff: 'Todavía no sale ningún correo',
  mailOffLead:
    'No hay servidor de correo configurado: las solicitudes de opinión se guardan en la bandeja de salida y no llegan a los compradores. Para enviarlas, define SMTP_URL y MAIL_FROM donde se ejecuta Realword, o pídeselo a quien lo administra.',
  outbox: 'Abrir la bandeja de salida',
  outboxHint:
    'Para leer los correos retenidos, abre la dirección de la bandeja de salida que el servicio mostró al iniciar.',
  testOrder: 'Enviar un pedido de prueba',
  testOrderLead: 'La solicitud de opinión va de inmediato a {email}.',
  testOrderKept: 'La solicitud de opinión llega enseguida a la bandeja de salida, donde puedes abrirla.',
  openKept: 'Abrir el correo retenido',
  test: 'Prueba',
  testLead:
    'Pedido de prueba al correo de un miembro. Su opinión cuenta como cualquier otra; puedes retirarla en Opiniones.',
} as const satisfies Translation<typeof english>
