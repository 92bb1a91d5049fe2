// The target mgpusim: the functional units of MGPUSim behind Assay's protocol. Decoder, waves and ALU are theirs; the
// loop over waves is the one of emu/computeunit.go, which cannot be given registers; memory is ours (memory.go).
package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"github.com/sarchlab/mgpusim/v4/amd/emu"
	"github.com/sarchlab/mgpusim/v4/amd/emu/cdna3"
	"github.com/sarchlab/mgpusim/v4/amd/emu/gcn3"
	"github.com/sarchlab/mgpusim/v4/amd/insts"
)

const (
	readAhead = 16
	endpgm    = 1
	barrier   = 10
)

// limit is panicked with when a case has run as many instructions as it may.
type limit struct{}

// unit is one of MGPUSim's: how it decodes, and what executes.
type unit struct {
	name    string
	cdna3   bool
	newALU  func(emu.StorageAccessor) emu.ALU
	differs func(word [2]uint32) string
}

var units = []unit{
	{"cdna3", true, func(s emu.StorageAccessor) emu.ALU { return cdna3.NewALU(s) }, differsCDNA3},
	{"gcn3", false, func(s emu.StorageAccessor) emu.ALU { return gcn3.NewALU(s) }, differsGCN3},
}

// machine runs one case on a unit.
type machine struct {
	unit    unit
	memory  *memory
	decoder *insts.Disassembler
	alu     emu.ALU
	end     uint64 // where the s_endpgm behind the code is
	left    uint64
	run     uint64
}

func newMachine(u unit, c Map) *machine {
	m := &machine{unit: u, memory: newMemory(c), decoder: insts.NewDisassembler(), left: Number(c, "instructions")}
	m.decoder.IsCDNA3 = u.cdna3
	m.alu = u.newALU(m.memory)
	m.end = Number(c, "base") + uint64(len(Bytes(c, "code")))
	return m
}

// fetch decodes the instruction a wave is at.
func (m *machine) fetch(w *wave) {
	bytes := m.memory.stretch(w.PC(), 8)
	word := [2]uint32{little(bytes), little(bytes[4:])}
	if other := m.unit.differs(word); other != "" {
		panic(Unsupported{other, fmt.Sprintf("%08x is another instruction on gfx906", word[0])})
	}
	defer explain(fmt.Sprintf("decoding %08x", word[0]))
	inst, err := m.decoder.Decode(bytes)
	if err != nil {
		panic(Unsupported{opcode(err.Error()), err.Error()})
	}
	w.at = inst
}

func little(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// opcode shortens their words for what they do not decode: "instruction format vop2, opcode 41 not found".
func opcode(text string) string {
	return strings.TrimSuffix(strings.TrimPrefix(text, "instruction format "), " not found")
}

// untilBarrier is runWfUntilBarrier.
func (m *machine) untilBarrier(w *wave) {
	for !w.Completed {
		m.fetch(w)
		if w.PC() != m.end {
			if m.left == 0 {
				panic(limit{})
			}
			m.left, m.run = m.left-1, m.run+1
		}
		w.SetPC(w.PC() + uint64(w.at.ByteSize))
		if w.at.FormatType == insts.SOPP && w.at.Opcode == barrier {
			w.AtBarrier = true
			return
		}
		if w.at.FormatType == insts.SOPP && w.at.Opcode == endpgm {
			w.Completed = true
			return
		}
		m.execute(w)
	}
}

// explain gives a panic of theirs its place; what they say they do not implement is unsupported.
func explain(place string) {
	problem := recover()
	if problem == nil {
		return
	}
	if lacking, is := problem.(Unsupported); is {
		panic(lacking)
	}
	text := fmt.Sprintf("%s: %v", place, problem)
	for _, word := range []string{"not implemented", "not supported", "nsupported"} {
		if strings.Contains(text, word) {
			panic(Unsupported{place, text})
		}
	}
	panic(text)
}

// execute runs one instruction.
func (m *machine) execute(w *wave) {
	defer explain(w.at.InstName)
	m.alu.Run(w)
}

// group is runWG and resolveBarrier.
func (m *machine) group(waves []*wave, lds []byte) {
	for going := true; going; {
		for _, w := range waves {
			m.alu.SetLDS(lds)
			m.untilBarrier(w)
		}
		going = false
		for _, w := range waves {
			going = going || !w.Completed
		}
		for _, w := range waves {
			if going && !w.AtBarrier {
				panic("not all wavefronts at barrier")
			}
			w.AtBarrier = false
		}
	}
}

// all runs every group of a case -> waves, LDS of the last group.
func (m *machine) all(c Map) (found []any, lds []byte) {
	grid, size := triple(c, "grid"), triple(c, "group")
	var counts [3]int
	for n := range counts {
		counts[n] = (grid[n] + size[n] - 1) / size[n]
	}
	for number := range counts[0] * counts[1] * counts[2] {
		at := [3]int{number % counts[0], number / counts[0] % counts[1], number / counts[0] / counts[1]}
		items := 1
		for n := range at {
			items *= min(size[n], grid[n]-size[n]*at[n])
		}
		lds = make([]byte, Number(c, "lds"))
		copy(lds, Bytes(c, "lds_bytes"))
		waves := start(c, items, lds, number == 0)
		m.group(waves, lds)
		for _, w := range waves {
			registers := Map{}
			for _, name := range List(Inside(c, "observe"), "registers") {
				registers[name.(string)] = w.take(name.(string))
			}
			found = append(found, Map{"registers": registers})
		}
	}
	return found, lds
}

// start makes the waves of a group; those of the first one have states of their own.
func start(c Map, items int, lds []byte, first bool) (waves []*wave) {
	own := List(c, "waves")
	for begin := 0; begin < items; begin += lanes {
		w := newWave(Number(c, "base")+Number(c, "entry"), min(lanes, items-begin), lds)
		states := []Map{Inside(c, "state")}
		if n := len(waves); first && n < len(own) {
			states = append(states, own[n].(Map))
		}
		for _, state := range states {
			for name, value := range state {
				w.give(name, value)
			}
		}
		waves = append(waves, w)
	}
	return waves
}

func triple(c Map, key string) (found [3]int) {
	for n, one := range List(c, key) {
		found[n] = int(number(one))
	}
	return found
}

// run is one case on a unit -> the body of its result.
func run(u unit, c Map) (result Map) {
	if Number(c, "scratch") != 0 {
		panic(Unsupported{"scratch", "MGPUSim's units have no private memory"})
	}
	defer func() {
		if problem := recover(); problem == (limit{}) {
			result = Map{"status": "limit"}
		} else if problem != nil {
			panic(problem)
		}
	}()
	m := newMachine(u, c)
	waves, lds := m.all(c)
	result = Map{"status": "ok", "instructions": m.run, "waves": waves, "memory": m.memory.observed(c)}
	if wanted, _ := Inside(c, "observe")["lds"].(bool); wanted {
		result["lds"] = []any{lds}
	}
	return result
}

func main() {
	name, version := os.Args[1], os.Args[2]
	log.SetOutput(io.Discard) // their panics are logged too; the answer says them
	for _, u := range units {
		if u.name != name {
			continue
		}
		// MODE is taken and ignored: Go's floats round to nearest even and keep subnormals.
		mode := Map{"round": 0, "denorm": 15, "dx10_clamp": 1, "ieee": 1, "fp16_ovfl": 0}
		hello := Hello{
			Name: "MGPUSim " + name, Version: version, Architectures: []string{"gfx906"},
			Features: []string{"state", "registers", "memory", "lds", "waves", "addresses", "count", "deterministic"},
			More: Map{
				"waves": Map{"gfx906": []int{lanes}}, "registers": []string{"s", "v", "vcc", "exec", "m0", "scc"},
				"claims": Map{"mode": mode},
			},
		}
		if err := Serve(hello, func(c Map, _ float64) Map { return run(u, c) }); err != nil {
			log.SetOutput(os.Stderr)
			log.Fatal(err)
		}
		return
	}
	log.SetOutput(os.Stderr)
	log.Fatalf("no unit is called %s", name)
}
