import type { Command } from 'commander'
export function addDoctorCommand(_p: Command): void {}
