/** Two soft notes when it becomes one's turn; silent unless asked for. */

import { settings } from "./settings.svelte";

let context: AudioContext | undefined;

export function chime(): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  [523, 784].forEach((pitch, n) => {
    if (!context) return;
    const tone = context.createOscillator();
    const volume = context.createGain();
    const start = context.currentTime + n * 0.12;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.4);
  });
}
