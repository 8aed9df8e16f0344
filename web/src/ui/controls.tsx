// controls.tsx - a box with a heading; a line with words and a control: one of several, or on and off.
import type { ComponentChildren } from "preact";

/** A box with a heading. */
export function Panel({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="panel set-panel">
      <h2 class="disp">{title}</h2>
      {children}
    </section>
  );
}

interface LineProps {
  title: string;
  about?: string;
  below?: boolean; // the control has its own row
  children: ComponentChildren;
}

export function Line({ title, about, below = false, children }: LineProps) {
  return (
    <div class={below ? "line below" : "line"}>
      <span class="line-words">
        <span class="line-title">{title}</span>
        {about && <span class="mut small block">{about}</span>}
      </span>
      {children}
    </div>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}

export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <div class="choice" role="group" aria-label={label}>
      {options.map(([id, words]) => (
        <button key={id} type="button" aria-pressed={id === value} onClick={() => onChange(id)}>
          {words}
        </button>
      ))}
    </div>
  );
}

interface SwitchProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

export function Switch({ label, on, onChange }: SwitchProps) {
  return (
    <button type="button" class="switch" role="switch" aria-checked={on} aria-label={label} onClick={() => onChange(!on)}>
      <span />
    </button>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <select class="select" aria-label={label} value={value} onChange={(e) => onChange(e.currentTarget.value)}>
      {options.map(([id, words]) => (
        <option key={id} value={id}>{words}</option>
      ))}
    </select>
  );
}
