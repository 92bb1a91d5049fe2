// A minimal adapter: two instructions on one wave, with initial registers.
//
//	go build -o adapter . && assay adapter check ./adapter
//
// Put your implementation into execute. Assay's PROTOCOL.md describes the fields of a case, which adapter.go reads.
package main

import (
	"encoding/binary"
	"fmt"
	"log"
	"strconv"
)

const (
	scalars = 106
	vectors = 256
)

// wave holds the registers of a wave. A register of v has a word for each lane.
type wave struct {
	lanes int
	exec  [2]uint32
	s     [128]uint32
	v     [vectors][64]uint32
}

// parseRegister splits the name of a numbered register: "s12" -> 's', 12.
func parseRegister(name string) (file byte, number int) {
	number, err := strconv.Atoi(name[1:])
	if file = name[0]; err != nil || number < 0 || !(file == 's' && number < scalars || file == 'v' && number < vectors) {
		panic(Unsupported{name, "no such register"})
	}
	return file, number
}

// setRegister sets a register of the initial state. Registers that no instruction here reads are ignored.
func (w *wave) setRegister(name string, value any) {
	switch name {
	case "exec_lo":
		w.exec[0] = uint32(number(value))
		return
	case "exec_hi":
		w.exec[1] = uint32(number(value))
		return
	case "vcc_lo", "vcc_hi", "m0", "scc", "mode":
		return
	}
	file, n := parseRegister(name)
	if words, isBytes := value.([]byte); isBytes && file == 'v' {
		for lane := 0; 4*lane+4 <= len(words) && lane < w.lanes; lane++ {
			w.v[n][lane] = binary.LittleEndian.Uint32(words[4*lane:])
		}
		return
	}
	w.s[n] = uint32(number(value))
}

// readRegister returns a register in the format of results.
func (w *wave) readRegister(name string) any {
	file, n := parseRegister(name)
	if file == 's' {
		return w.s[n]
	}
	data := make([]byte, 0, 4*w.lanes)
	for _, word := range w.v[n][:w.lanes] {
		data = binary.LittleEndian.AppendUint32(data, word)
	}
	return data
}

// execute runs s_mov_b32 (SOP1: 101111101 sdst[22:16] op[15:8] ssrc0[7:0], op 0) and v_mov_b32 (VOP1: 0111111
// vdst[24:17] op[16:9] src0[8:0], op 1), both with constants 0..64, s_nop and s_endpgm.
func (w *wave) execute(code []byte) {
	for ; len(code) >= 4; code = code[4:] {
		word := binary.LittleEndian.Uint32(code)
		constant := word&255 - 128
		switch {
		case word>>16 == 0xbf80:
		case word>>16 == 0xbf81, word>>16 == 0xbfb0:
			return
		case constant > 64:
			panic(Unsupported{"operand", fmt.Sprintf("%08x has a source that is not a constant", word)})
		case word&0xff80ff00 == 0xbe800000 && word>>16&127 < 106:
			w.s[word>>16&127] = constant
		case word&0xfe01ff00 == 0x7e000200:
			for lane := range w.v[0][:w.lanes] {
				if w.exec[lane/32]>>(lane%32)&1 != 0 {
					w.v[word>>17&255][lane] = constant
				}
			}
		default:
			panic(Unsupported{"instruction", fmt.Sprintf("%08x is not implemented", word)})
		}
	}
}

// run runs the case of a `run` message and returns the body of its `result`.
func run(c Map, _ float64) Map {
	w := &wave{lanes: int(Number(c, "wave")), exec: [2]uint32{^uint32(0), ^uint32(0)}}
	for name, value := range Inside(c, "state") {
		w.setRegister(name, value)
	}
	w.execute(Bytes(c, "code")[Number(c, "entry"):])
	registers := Map{}
	for _, name := range List(Inside(c, "observe"), "registers") {
		registers[name.(string)] = w.readRegister(name.(string))
	}
	return Map{"status": "ok", "waves": []any{Map{"registers": registers}}}
}

func main() {
	hello := Hello{
		Name: "toy", Version: "1", Architectures: []string{"gfx906", "gfx1100"},
		Features: []string{"state", "registers", "deterministic"},
		More:     Map{"registers": []string{"s", "v"}},
	}
	if err := Serve(hello, run); err != nil {
		log.Fatal(err)
	}
}
