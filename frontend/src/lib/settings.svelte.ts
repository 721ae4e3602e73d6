/** What this browser keeps: how its owner likes things, who they are, and the key to their seats. */

import type { Language } from "./words";

export type Theme = "auto" | "light" | "dark";
export type Speed = "none" | "fast" | "normal" | "slow";
export type Pace = "instant" | "fast" | "normal" | "slow";

interface Kept {
  language: Language;
  theme: Theme;
  speed: Speed;
  sound: boolean;
  confirm: boolean;
  pace: Pace;
  auto: boolean;
  level: string;
  large: boolean;
  name: string;
  key: string;
}

const PLACE = "trufflewood";
const MILLISECONDS: Record<Speed, number> = { none: 0, fast: 140, normal: 280, slow: 480 };

class Settings implements Kept {
  language = $state<Language>(navigator.language.toLowerCase().startsWith("es") ? "es" : "en");
  theme = $state<Theme>("auto");
  speed = $state<Speed>(matchMedia("(prefers-reduced-motion: reduce)").matches ? "none" : "normal");
  sound = $state(false);
  confirm = $state(true);
  /** How fast the moves of others follow one another. */
  pace = $state<Pace>("normal");
  /** Play a move by itself where there is no other. */
  auto = $state(false);
  /** The bot that one usually plays against. */
  level = $state("level3");
  large = $state(false);
  name = $state("");
  key = $state("");

  constructor() {
    Object.assign(this, read());
    addEventListener("storage", (event) => {
      if (event.key === PLACE) Object.assign(this, read());
    });
  }

  /** How long something that moves may take. */
  get moving(): number {
    return MILLISECONDS[this.speed];
  }

  /** Remember everything as it is now. */
  keep(): void {
    const { language, theme, speed, sound, confirm, pace, auto, level, large, name, key } = this;
    try {
      localStorage.setItem(
        PLACE,
        JSON.stringify({ language, theme, speed, sound, confirm, pace, auto, level, large, name, key }),
      );
    } catch {
      // a browser that keeps nothing still plays
    }
  }
}

function read(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

export const settings = new Settings();
